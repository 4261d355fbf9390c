// The motion of a scene (docs/motion.md): where everything is at a time, between its frames too.
import { decode, findBefore } from "./numbers.js";

/// Shape functions of points: three rows a point, one column a mode.
export class Modes {
  constructor(data) {
    this.scales = data ? data.scales : [];
    this.values = data ? decode(data.int16, Int16Array) : new Int16Array(0);
    this.rows = this.scales.length ? this.values.length / this.scales.length : 0;
  }
  /// out += Φ q
  add(q, out) {
    for (let j = 0; j < this.scales.length; ++j) {
      const factor = this.scales[j] * q[j];
      if (factor === 0) continue;
      const first = j * this.rows;
      for (let i = 0; i < this.rows; ++i) out[i] += factor * this.values[first + i];
    }
  }
}

/// Points that move with a body's elastic coordinates: c + Φ q, and ½ qᵀ Γ q along x where beams shorten.
export class DeformablePoints {
  constructor(points, modes, shortening) {
    this.points = points;
    this.modes = new Modes(modes);
    this.shortening = shortening;
  }
  eval(q, out) {
    out.fill(0);
    this.modes.add(q, out);
    if (this.shortening) this.addShortening(q, out);
    for (let i = 0; i < out.length; ++i) out[i] += this.points[i];
  }
  addShortening(q, out) {
    const n = q.length, places = out.length / 3;
    for (let place = 0; place < places; ++place) {
      let sum = 0;
      for (let i = 0; i < n; ++i)
        for (let j = 0; j < n; ++j) sum += q[i] * q[j] * this.shortening[(i * n + j) * places + place];
      out[3 * place] += 0.5 * sum;
    }
  }
}

export class Motion {
  constructor(data) {
    this.data = data;
    this.times = data.times;
    this.bodies = data.bodies;
    this.first = [];
    let count = 0;
    for (const body of this.bodies) {
      this.first.push(count);
      count += body.modes;
    }
  }
  get begin() { return this.times[0] ?? 0; }
  get end() { return this.times[this.times.length - 1] ?? 0; }

  /// Poses (x, y, z, quaternion w first) and elastic coordinates of all bodies.
  at(time) {
    const i = findBefore(this.times, time), k = Math.min(i + 1, this.times.length - 1);
    const part = k > i ? Math.min(1, Math.max(0, (time - this.times[i]) / (this.times[k] - this.times[i]))) : 0;
    const between = (a, b) => a.map((value, n) => value + part * (b[n] - value));
    const poses = between(this.data.poses[i], this.data.poses[k]);
    this.bodies.forEach((_, body) => interpolateRotation(this.data.poses[i], this.data.poses[k], part, 7 * body + 3, poses));
    return { poses, q: between(this.data.q[i], this.data.q[k]) };
  }
  coordinates(state, body) {
    return state.q.slice(this.first[body], this.first[body] + this.bodies[body].modes);
  }
}

/// Along the shorter way, of unit length.
function interpolateRotation(a, b, part, first, out) {
  let along = 0, length = 0;
  for (let i = first; i < first + 4; ++i) along += a[i] * b[i];
  const sign = along < 0 ? -1 : 1;
  for (let i = first; i < first + 4; ++i) {
    out[i] = (1 - part) * a[i] + part * sign * b[i];
    length += out[i] * out[i];
  }
  for (let i = first; i < first + 4; ++i) out[i] /= Math.sqrt(length);
}
