// The scene in 3D: bodies, tracks, joints, gravity, ground; what the camera follows.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { DeformablePoints, Modes } from "./motion.js";
import { decode } from "./numbers.js";
import { displacementColour, makeShape, setPose } from "./shapes.js";
import { element, palette } from "./elements.js";

const samples = 60; // times at which the extent and the largest displacement are looked for

export class Scene {
  constructor(motion, holder) {
    Object.assign(this, { motion, holder, exaggeration: 1, coloured: true, followed: -1, time: motion.begin });
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.canvas = this.renderer.domElement;
    this.labels = element("div", { class: "labels", hidden: true });
    holder.append(this.canvas, this.labels);
    this.world = new THREE.Scene();
    this.world.add(new THREE.HemisphereLight(0xffffff, 0x667788, 1.6));
    this.light = new THREE.DirectionalLight(0xffffff, 1.8);
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    this.chooseAxes();
    this.world.add(this.light);
    this.findExtent();
    this.shapes = motion.bodies.map((body, i) => makeShape(body, i, this.size));
    for (const shape of this.shapes) this.world.add(shape.group);
    this.findLargest();
    this.addTracks();
    this.addJoints();
    this.addSurroundings();
    this.addLabels();
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.draw());
    this.resetCamera();
    new ResizeObserver(() => this.resize()).observe(holder);
    this.resize();
    this.show(motion.begin);
  }

  /// What is up is where gravity does not point, z without gravity; `across` and `away` span the ground.
  chooseAxes() {
    const gravity = new THREE.Vector3().fromArray(this.motion.data.gravity);
    this.up = gravity.length() > 0 ? gravity.clone().negate().normalize() : new THREE.Vector3(0, 0, 1);
    const first = Math.abs(this.up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    this.across = first.addScaledVector(this.up, -first.dot(this.up)).normalize();
    this.away = new THREE.Vector3().crossVectors(this.up, this.across);
    this.camera.up.copy(this.up);
  }
  /// How far the extent reaches along a direction, to both sides of its centre together.
  reach(direction) {
    const size = this.box.getSize(new THREE.Vector3());
    return Math.abs(direction.x) * size.x + Math.abs(direction.y) * size.y + Math.abs(direction.z) * size.z;
  }
  /// Places by the directions of view: so far across, away and up from the centre.
  placeFromCentre(across, away, up) {
    return this.centre.clone().addScaledVector(this.across, across).addScaledVector(this.away, away).addScaledVector(this.up, up);
  }

  sampledTimes() {
    const { begin, end } = this.motion;
    return Array.from({ length: samples }, (_, i) => begin + ((end - begin) * i) / (samples - 1));
  }

  /// The box that holds all bodies at all times.
  findExtent() {
    this.box = new THREE.Box3();
    const reach = this.motion.bodies.map(listOutline);
    const point = new THREE.Vector3(), group = new THREE.Object3D();
    for (const time of this.sampledTimes()) {
      const { poses } = this.motion.at(time);
      reach.forEach((points, body) => {
        setPose(group, poses, 7 * body);
        for (const each of points) this.box.expandByPoint(point.fromArray(each).applyQuaternion(group.quaternion).add(group.position));
      });
    }
    for (const track of this.motion.data.tracks)
      if (track.body === null) {
        const points = decode(track.points, Float32Array);
        for (let i = 0; i < points.length; i += 3) this.box.expandByPoint(point.fromArray(points, i));
      }
    for (const joint of this.motion.data.joints)
      if (joint.parent && joint.parent.body === null && joint.type !== "free") this.box.expandByPoint(point.fromArray(joint.parent.pose));
    if (this.box.isEmpty()) this.box.expandByPoint(point.set(0, 0, 0));
    this.size = Math.max(1e-6, this.box.getSize(point).length());
    if (this.size <= 1e-6) {
      this.size = 1;
      this.box.expandByScalar(0.5);
    }
    this.centre = this.box.getCenter(new THREE.Vector3());
  }

  findLargest() {
    for (const time of this.sampledTimes()) {
      const state = this.motion.at(time);
      this.shapes.forEach((shape, body) => shape.findLargest?.(this.motion.coordinates(state, body)));
    }
    this.largest = Math.max(0, ...this.shapes.map((shape) => shape.largest ?? 0));
  }

  addTracks() {
    this.tracks = this.motion.data.tracks.map((track) => {
      const points = decode(track.points, Float32Array);
      const field = new DeformablePoints(points, track.modes);
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(points), 3));
      const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: 0xd1495b }));
      line.frustumCulled = false;
      (track.body === null ? this.world : this.shapes[track.body].group).add(line);
      return { body: track.body, field, geometry };
    });
  }

  addJoints() {
    const size = 0.011 * this.size;
    const forms = {
      revolute: () => new THREE.CylinderGeometry(size, size, 3 * size, 20).rotateX(Math.PI / 2),
      cylindrical: () => new THREE.CylinderGeometry(size, size, 4 * size, 20).rotateX(Math.PI / 2),
      prismatic: () => new THREE.BoxGeometry(1.4 * size, 1.4 * size, 4 * size),
      spherical: () => new THREE.SphereGeometry(1.3 * size, 20, 14),
      fixed: () => new THREE.BoxGeometry(2 * size, 2 * size, 2 * size),
    };
    this.joints = [];
    for (const joint of this.motion.data.joints) {
      for (const side of [joint.parent, joint.child]) this.addRod(side);
      const place = joint.child?.body != null ? joint.child : joint.parent;
      if (!place || joint.type === "free") continue;
      const form = (forms[joint.type] ?? (() => new THREE.OctahedronGeometry(1.3 * size)))();
      const mesh = new THREE.Mesh(form, new THREE.MeshStandardMaterial({ color: 0x8a929c, roughness: 0.5, transparent: true, opacity: 0.85 }));
      mesh.name = joint.name;
      setPose(mesh, place.pose);
      (place.body === null ? this.world : this.shapes[place.body].group).add(mesh);
      this.joints.push({ mesh, place, modes: new Modes(place.modes) });
    }
  }

  /// From a joint to the shape of a rigid body, so that one sees what hangs together.
  addRod(place) {
    const shape = place?.body != null ? this.motion.bodies[place.body].shape : null;
    const centre = shape && (shape.at ?? shape.pose);
    if (!centre) return;
    const ends = [new THREE.Vector3().fromArray(centre), new THREE.Vector3().fromArray(place.pose)];
    const length = ends[0].distanceTo(ends[1]);
    if (length < 0.01 * this.size) return;
    const rod = new THREE.Mesh(new THREE.CylinderGeometry(0.003 * this.size, 0.003 * this.size, length, 12).rotateX(Math.PI / 2).translate(0, 0, length / 2),
      new THREE.MeshStandardMaterial({ color: palette[place.body % palette.length], roughness: 0.6 }));
    rod.position.copy(ends[0]);
    rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), ends[1].sub(ends[0]).divideScalar(length));
    this.shapes[place.body].group.add(rod);
  }

  /// The ground lies below everything, across gravity; an arrow shows where gravity points.
  addSurroundings() {
    const span = niceLength(this.size / 10), cells = 2 * Math.max(2, Math.floor((1.3 * this.size) / span));
    this.grid = new THREE.GridHelper(span * cells, cells, 0x808890, 0x808890);
    this.grid.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(this.across, this.up, this.away.clone().negate()));
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.28;
    const round = (direction) => Math.round(this.centre.dot(direction) / span) * span - this.centre.dot(direction);
    this.grid.position.copy(this.placeFromCentre(round(this.across), round(this.away), -this.reach(this.up) / 2 - 0.03 * this.size));
    this.world.add(this.grid);
    this.gridSpan = span;
    const gravity = new THREE.Vector3().fromArray(this.motion.data.gravity);
    if (gravity.length() === 0) return;
    const from = this.placeFromCentre(-this.reach(this.across) / 2 - 0.06 * this.size, this.reach(this.away) / 2, this.reach(this.up) / 2 + 0.02 * this.size);
    this.gravity = new THREE.ArrowHelper(gravity.normalize(), from, 0.12 * this.size, 0xd1495b, 0.035 * this.size, 0.018 * this.size);
    this.world.add(this.gravity);
  }

  addLabels() {
    this.names = this.motion.bodies.map((body, i) => {
      const label = element("span", { text: body.name });
      label.style.borderColor = palette[i % palette.length];
      this.labels.append(label);
      return label;
    });
    if (this.gravity) {
      this.gravityLabel = element("span", { text: "g", class: "plain" });
      this.labels.append(this.gravityLabel);
    }
  }

  resetCamera() {
    const x = this.reach(this.across), y = this.reach(this.away), z = this.reach(this.up);
    // Flat scenes are seen from the side on which they are widest.
    const [across, away, up] = y < 0.35 * Math.max(x, z) ? [0.28, -1, 0.3] : x < 0.35 * Math.max(y, z) ? [1, -0.28, 0.3] : [0.65, -0.85, 0.5];
    const from = this.placeFromCentre(across, away, up).sub(this.centre);
    const angle = (this.camera.fov * Math.PI) / 360, aspect = Math.min(1, this.camera.aspect * 0.9);
    this.camera.position.copy(this.centre).addScaledVector(from.normalize(), (0.54 * this.size) / Math.tan(angle) / Math.max(0.3, aspect));
    this.camera.near = this.size / 500;
    this.camera.far = this.size * 60;
    this.controls.target.copy(this.centre);
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  resize() {
    const { clientWidth, clientHeight } = this.holder;
    if (!clientWidth || !clientHeight) return;
    const isFirst = !this.isSized;
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.isSized = true;
    if (isFirst) this.resetCamera();
    this.draw();
  }

  follow(body) {
    this.followed = body;
    this.anchor = undefined;
    this.show(this.time);
  }

  show(time) {
    this.time = time;
    const state = this.motion.at(time);
    const q = this.motion.bodies.map((_, body) => this.motion.coordinates(state, body).map((value) => value * this.exaggeration));
    const largest = this.largest * this.exaggeration;
    const colours = (displacement, out, at) => {
      if (this.coloured && largest > 0) displacementColour(displacement / largest, out, at);
      else out.set([0.42, 0.56, 0.72], at);
    };
    this.shapes.forEach((shape, body) => {
      setPose(shape.group, state.poses, 7 * body);
      shape.deform?.(q[body], colours);
    });
    for (const { body, field, geometry } of this.tracks) {
      if (body === null || !field.modes.rows) continue;
      field.eval(q[body], geometry.getAttribute("position").array);
      geometry.getAttribute("position").needsUpdate = true;
    }
    for (const { mesh, place, modes } of this.joints) {
      if (!modes.rows) continue;
      const moved = [0, 0, 0];
      modes.add(q[place.body], moved);
      mesh.position.set(place.pose[0] + moved[0], place.pose[1] + moved[1], place.pose[2] + moved[2]);
    }
    this.moveCamera();
    this.draw();
  }

  moveCamera() {
    if (this.followed < 0) return;
    const here = this.shapes[this.followed].group.position;
    const from = this.anchor ?? this.controls.target;
    const step = here.clone().sub(from);
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.anchor = here.clone();
    this.controls.update();
  }

  placeLabels() {
    if (this.labels.hidden) return;
    const point = new THREE.Vector3();
    const place = (label, at) => {
      point.copy(at).project(this.camera);
      label.hidden = point.z > 1;
      label.style.transform = `translate(${((point.x + 1) / 2) * this.holder.clientWidth}px, ${((1 - point.y) / 2) * this.holder.clientHeight}px)`;
    };
    this.names.forEach((label, body) => place(label, this.shapes[body].group.position));
    if (this.gravityLabel) place(this.gravityLabel, this.gravity.position);
  }

  draw() {
    if (!this.isSized) return;
    this.light.position.copy(this.camera.position).addScaledVector(this.up, this.size);
    this.renderer.render(this.world, this.camera);
    this.placeLabels();
  }

  /// Where a point of a body's shape is in the world, as it is drawn.
  locate(body, point) {
    const shape = this.shapes[body];
    shape.group.updateMatrixWorld();
    return new THREE.Vector3().fromArray(shape.point(point)).applyMatrix4(shape.group.matrixWorld).toArray();
  }
}

/// Points that tell how far a body reaches from its frame.
function listOutline(body) {
  const shape = body.shape;
  const points = body.markers.filter((marker) => marker.pose).map((marker) => marker.pose.slice(0, 3));
  points.push(shape?.at ?? [0, 0, 0]);
  if (shape?.points) {
    const all = decode(shape.points, Float32Array);
    const stride = 3 * Math.max(1, Math.floor(all.length / 3 / 400));
    for (let i = 0; i < all.length; i += stride) points.push([all[i], all[i + 1], all[i + 2]]);
  } else if (shape?.pose) {
    const pose = new THREE.Object3D();
    setPose(pose, shape.pose);
    const half = (shape.size ?? (shape.length ? [2 * shape.radius, 2 * shape.radius, shape.length] : [2 * shape.radius, 2 * shape.radius, 2 * shape.radius])).map((length) => length / 2);
    for (const x of [-1, 1]) for (const y of [-1, 1]) for (const z of [-1, 1])
      points.push(new THREE.Vector3(x * half[0], y * half[1], z * half[2]).applyQuaternion(pose.quaternion).add(pose.position).toArray());
  }
  return points;
}

function niceLength(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * [1, 2, 5, 10].find((digit) => digit * power >= length);
}
