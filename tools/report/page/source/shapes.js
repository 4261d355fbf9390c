// Bodies as three.js draws them. A drawn body is a group that takes the body's pose; if it is elastic, deform(q) moves
// its points and colours them by how far they moved.
import * as THREE from "three";
import { DeformablePoints, Modes } from "./motion.js";
import { decode } from "./numbers.js";
import { palette } from "./elements.js";

const stops = [[0.27, 0.0, 0.33], [0.23, 0.32, 0.55], [0.13, 0.57, 0.55], [0.37, 0.79, 0.38], [0.99, 0.91, 0.14]];

/// The colour of a part of the largest displacement, as in matplotlib's viridis.
export function displacementColour(part, out, at) {
  const place = Math.min(0.9999, Math.max(0, part)) * (stops.length - 1);
  const i = Math.floor(place), f = place - i;
  for (let c = 0; c < 3; ++c) out[at + c] = stops[i][c] + f * (stops[i + 1][c] - stops[i][c]);
}

export function setPose(object, pose, first = 0) {
  object.position.set(pose[first], pose[first + 1], pose[first + 2]);
  object.quaternion.set(pose[first + 4], pose[first + 5], pose[first + 6], pose[first + 3]);
}

const solid = (options) => new THREE.MeshStandardMaterial({ roughness: 0.65, metalness: 0.1, side: THREE.DoubleSide, ...options });

function outline(geometry) {
  return new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 30), new THREE.LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.35 }));
}

class RigidShape {
  constructor(shape, colour, size) {
    this.group = new THREE.Group();
    const geometry = this.makeGeometry(shape, size);
    const mesh = new THREE.Mesh(geometry, solid({ color: colour }));
    const part = new THREE.Group();
    part.add(mesh);
    if (shape.type === "box" || shape.type === "cylinder") part.add(outline(geometry));
    if (shape.of === "inertia") Object.assign(mesh.material, { transparent: true, opacity: 0.5, depthWrite: false });
    if (shape.pose) setPose(part, shape.pose);
    else part.position.fromArray(shape.at ?? [0, 0, 0]);
    this.group.add(part);
  }
  makeGeometry(shape, size) {
    const least = 0.004 * size;
    if (shape.type === "box") return new THREE.BoxGeometry(...shape.size.map((length) => Math.max(length, least)));
    if (shape.type === "cylinder") return new THREE.CylinderGeometry(shape.radius, shape.radius, shape.length, 40).rotateX(Math.PI / 2);
    return new THREE.SphereGeometry(shape.type === "sphere" ? shape.radius : 0.018 * size, 28, 18);
  }
}

/// What elastic shapes have in common: points c + Φ q, and how far the farthest of them is from c.
class ElasticShape {
  constructor(points, shape) {
    this.group = new THREE.Group();
    this.field = new DeformablePoints(points, shape.modes, shape.shortening && decode(shape.shortening, Float32Array));
    this.moved = new Float32Array(points.length);
    this.largest = 0;
  }
  displacement(i) {
    const a = this.moved, b = this.field.points;
    return Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  }
  eval(q) { this.field.eval(q, this.moved); }
  findLargest(q) {
    this.eval(q);
    for (let i = 0; i < this.moved.length; i += 3) this.largest = Math.max(this.largest, this.displacement(i));
  }
  /// The point of that number, in the body's frame.
  point(i) { return Array.from(this.moved.slice(3 * i, 3 * i + 3)); }
}

function makeColouredMesh(points, triangles) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(points), 3));
  geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(points), 3));
  geometry.setIndex(triangles);
  const mesh = new THREE.Mesh(geometry, solid({ vertexColors: true, flatShading: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
  mesh.frustumCulled = false;
  return mesh;
}

class SurfaceShape extends ElasticShape {
  constructor(shape) {
    super(decode(shape.points, Float32Array), shape);
    const faces = decode(shape.faces, Uint32Array);
    const triangles = [], edges = new Set();
    const count = this.moved.length / 3;
    for (let f = 0; f < faces.length; f += 4) {
      const [a, b, c, d] = faces.slice(f, f + 4);
      triangles.push(a, b, c);
      if (d !== c) triangles.push(a, c, d);
      for (const [i, k] of d !== c ? [[a, b], [b, c], [c, d], [d, a]] : [[a, b], [b, c], [c, a]]) edges.add(Math.min(i, k) * count + Math.max(i, k));
    }
    this.mesh = makeColouredMesh(this.field.points, triangles);
    const lines = new THREE.BufferGeometry();
    lines.setAttribute("position", this.mesh.geometry.getAttribute("position"));
    lines.setIndex([...edges].flatMap((edge) => [Math.floor(edge / count), edge % count]));
    const wires = new THREE.LineSegments(lines, new THREE.LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.18 }));
    wires.frustumCulled = false;
    this.group.add(this.mesh, wires);
  }
  deform(q, colours) {
    this.eval(q);
    const position = this.mesh.geometry.getAttribute("position"), colour = this.mesh.geometry.getAttribute("color");
    position.array.set(this.moved);
    for (let i = 0; i < this.moved.length; i += 3) colours(this.displacement(i), colour.array, i);
    position.needsUpdate = colour.needsUpdate = true;
  }
}

/// The section, carried along the bent and twisted axis.
class BeamShape extends ElasticShape {
  constructor(shape, size) {
    super(decode(shape.points, Float32Array), shape);
    this.rotations = new Modes(shape.rotations);
    this.angles = new Float32Array(this.moved.length);
    const section = shape.section ?? { width: 0, height: 0 }, least = 0.006 * size;
    const y = Math.max(section.width, least) / 2, z = Math.max(section.height, least) / 2;
    this.corners = [[y, z], [-y, z], [-y, -z], [y, -z]];
    const places = this.moved.length / 3, triangles = [];
    for (let i = 0; i + 1 < places; ++i)
      for (let k = 0; k < 4; ++k) {
        const a = 4 * i + k, b = 4 * i + ((k + 1) % 4);
        triangles.push(a, b, a + 4, b, b + 4, a + 4);
      }
    const last = 4 * (places - 1);
    triangles.push(0, 1, 2, 0, 2, 3, last, last + 2, last + 1, last, last + 3, last + 2);
    this.mesh = makeColouredMesh(new Float32Array(12 * places), triangles);
    this.group.add(this.mesh);
  }
  deform(q, colours) {
    this.eval(q);
    this.angles.fill(0);
    this.rotations.add(q, this.angles);
    const position = this.mesh.geometry.getAttribute("position"), colour = this.mesh.geometry.getAttribute("color");
    const turn = new THREE.Quaternion(), axis = new THREE.Vector3(), corner = new THREE.Vector3();
    for (let i = 0; i < this.moved.length; i += 3) {
      axis.fromArray(this.angles, i);
      const angle = axis.length();
      turn.setFromAxisAngle(angle > 0 ? axis.divideScalar(angle) : axis.set(1, 0, 0), angle);
      this.corners.forEach(([y, z], k) => {
        const at = 4 * i + 3 * k;
        corner.set(0, y, z).applyQuaternion(turn);
        position.array.set([this.moved[i] + corner.x, this.moved[i + 1] + corner.y, this.moved[i + 2] + corner.z], at);
        colours(this.displacement(i), colour.array, at);
      });
    }
    position.needsUpdate = colour.needsUpdate = true;
  }
}

/// Of a body of which nothing but matrices is known: its markers.
class MarkerShape extends ElasticShape {
  constructor(markers, colour, size) {
    super(new Float32Array(markers.flatMap((marker) => marker.pose.slice(0, 3))), {});
    this.modes = markers.map((marker) => new Modes(marker.modes));
    this.balls = markers.map(() => new THREE.Mesh(new THREE.SphereGeometry(0.012 * size, 16, 12), solid({ color: colour })));
    if (this.balls.length) this.group.add(...this.balls);
  }
  eval(q) {
    this.modes.forEach((modes, i) => {
      const point = [0, 0, 0];
      if (modes.rows) modes.add(q, point);
      for (let c = 0; c < 3; ++c) this.moved[3 * i + c] = this.field.points[3 * i + c] + point[c];
    });
  }
  deform(q) {
    this.eval(q);
    this.balls.forEach((ball, i) => ball.position.fromArray(this.moved, 3 * i));
  }
}

export function makeShape(body, number, size) {
  const colour = palette[number % palette.length], shape = body.shape ?? { type: "point" };
  if (shape.type === "beam") return new BeamShape(shape, size);
  if (shape.type === "surface") return new SurfaceShape(shape);
  if (shape.type === "markers") return new MarkerShape(body.markers.filter((marker) => marker.pose), colour, size);
  return new RigidShape(shape, colour, size);
}
