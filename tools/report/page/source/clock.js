// The time that scene, plots and tables show; it stands still, or runs.
const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];

export class Clock {
  constructor(begin, end, step) {
    Object.assign(this, { begin, end, step, time: begin, playing: false, listeners: [] });
    // The whole run in about twelve seconds; in its own time if it is about as long as that.
    const wanted = (end - begin) / 12;
    this.speeds = speeds;
    this.speed = wanted > 0.4 && wanted < 2.5 ? 1 : speeds.reduce((a, b) => (Math.abs(Math.log(b / wanted)) < Math.abs(Math.log(a / wanted)) ? b : a));
  }
  onChange(listener) { this.listeners.push(listener); }
  tell() { for (const listener of this.listeners) listener(this.time); }
  seek(time) {
    this.time = Math.min(this.end, Math.max(this.begin, time));
    this.tell();
  }
  pause() {
    this.playing = false;
    this.tell();
  }
  play() {
    if (this.playing) return;
    if (this.time >= this.end) this.time = this.begin;
    this.playing = true;
    let before = performance.now();
    const turn = (now) => {
      if (!this.playing) return;
      this.time += ((now - before) / 1000) * this.speed;
      before = now;
      if (this.time >= this.end) {
        this.time = this.end;
        this.playing = false;
      } else requestAnimationFrame(turn);
      this.tell();
    };
    requestAnimationFrame(turn);
    this.tell();
  }
  toggle() { this.playing ? this.pause() : this.play(); }
}
