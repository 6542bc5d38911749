import { SEA_LEVEL, wave } from './voyage.js';

/** Draws the voyage on a canvas. All lengths are hundredths of the height. */

/** @typedef {ReturnType<typeof import('./voyage.js').createVoyage>} Voyage */
/** @typedef {{ context: CanvasRenderingContext2D, width: number }} Scene */

const SKY = /** @type {const} */ ([
  [0, '#10122f'],
  [0.38, '#322a63'],
  [0.6, '#8a4677'],
  [0.73, '#e27a63'],
  [0.8, '#f7b070'],
]);
const HILLS = /** @type {const} */ ([
  ['#5f3a72', 58, 9, 0.045, 0.04],
  ['#43306a', 62, 7, 0.07, 0.09],
  ['#2c2757', 66, 5, 0.11, 0.17],
]);
const SEA = /** @type {const} */ ([
  ['#4a3a78', -3.2, 0.55, 0.9],
  ['#332f68', 0, 1, 1],
  ['#23244f', 6, 1.35, 1.25],
  ['#171a3c', 13, 1.8, 1.5],
]);
const STARS = Array.from({ length: 70 }, (_, index) => {
  const hash = (/** @type {number} */ seed) => Math.abs(Math.sin(index * 127.1 + seed * 311.7) * 43758.5453) % 1;
  return { x: hash(1), y: hash(2) * 46, size: 0.12 + hash(3) * 0.22, pace: 0.6 + hash(4) * 2 };
});

/** The place of the boat on the screen. @param {number} width */
export function boatPlace(width) {
  return Math.min(width * 0.3, 42);
}

/** @param {Scene} scene @param {Voyage} voyage */
export function paint(scene, voyage) {
  paintSky(scene, voyage);
  paintHills(scene, voyage);
  const [far, ...near] = SEA;
  paintWater(scene, voyage, far);
  paintSunPath(scene, voyage);
  paintThings(scene, voyage, 'rock');
  paintBoat(scene, voyage);
  paintThings(scene, voyage, 'lantern');
  for (const layer of near) paintWater(scene, voyage, layer);
  paintSparks(scene, voyage);
}

/** @param {Scene} scene @param {Voyage} voyage */
function paintSky({ context, width }, { time }) {
  const sky = context.createLinearGradient(0, 0, 0, 90);
  for (const [place, color] of SKY) sky.addColorStop(place, color);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, 100);
  for (const { x, y, size, pace } of STARS) {
    context.globalAlpha = (0.35 + 0.3 * Math.sin(time * pace + x * 40)) * (1 - y / 60);
    circle(context, x * width, y, size, '#fff6e4');
  }
  context.globalAlpha = 1;
  glow(context, width * 0.7, 59, 44, '#ffcf8e', 0.55);
  circle(context, width * 0.7, 59, 9.5, '#ffe3b0');
}

/** @param {Scene} scene @param {Voyage} voyage */
function paintHills({ context, width }, { x: sailed }) {
  for (const [color, top, height, length, pace] of HILLS) {
    context.beginPath();
    context.moveTo(0, 100);
    for (let x = 0; x <= width + 2; x += 2) {
      const place = (x + sailed * pace * 2) * length;
      context.lineTo(x, top + height * (0.5 - 0.4 * Math.sin(place) - 0.28 * Math.sin(place * 2.3 + 1)));
    }
    context.lineTo(width + 2, 100);
    context.fillStyle = color;
    context.fill();
  }
}

/** @param {Scene} scene @param {Voyage} voyage @param {(typeof SEA)[number]} layer */
function paintWater({ context, width }, voyage, [color, offset, pace, swell]) {
  context.beginPath();
  context.moveTo(0, 100);
  for (let x = 0; x <= width + 1; x += 1) context.lineTo(x, waterAt(voyage, width, x, offset, pace, swell));
  context.lineTo(width + 1, 100);
  context.fillStyle = color;
  context.globalAlpha = offset === 0 ? 0.86 : 0.94;
  context.fill();
  context.globalAlpha = 0.16;
  context.beginPath();
  for (let x = 0; x <= width + 1; x += 1) context.lineTo(x, waterAt(voyage, width, x, offset, pace, swell));
  context.strokeStyle = '#ffd9b0';
  context.lineWidth = 0.3;
  context.stroke();
  context.globalAlpha = 1;
}

/** @param {Voyage} voyage @param {number} width @param {number} x @param {number} offset @param {number} pace @param {number} swell */
function waterAt({ x: sailed, time }, width, x, offset, pace, swell) {
  const place = x - boatPlace(width) + sailed * pace + offset * 9;
  return SEA_LEVEL + offset + (wave(place, time) - SEA_LEVEL) * swell;
}

/** The light of the sun on the water. @param {Scene} scene @param {Voyage} voyage */
function paintSunPath({ context, width }, { time }) {
  for (let index = 0; index < 16; index++) {
    const y = SEA_LEVEL - 1 + index * 1.9;
    const length = (9 - index * 0.35) * (0.7 + 0.3 * Math.sin(time * 1.7 + index * 2.1));
    context.globalAlpha = 0.5 * (1 - index / 17);
    context.fillStyle = '#ffc98a';
    context.fillRect(width * 0.7 - length + Math.sin(time + index) * 1.2, y, length * 2, 0.45);
  }
  context.globalAlpha = 1;
}

/** @param {Scene} scene @param {Voyage} voyage @param {'rock' | 'lantern'} kind */
function paintThings({ context, width }, voyage, kind) {
  for (const thing of voyage.things) {
    const x = thing.x - voyage.x + boatPlace(width);
    if (thing.kind !== kind || x < -10 || x > width + 10) continue;
    const water = waterAt(voyage, width, x, 0, 1, 1);
    if (kind === 'rock') paintRock(context, x, water, thing.x);
    else paintLantern(context, x, water - thing.lift - 2 + Math.sin(voyage.time * 2 + thing.x) * 0.6, water);
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} water @param {number} seed */
function paintRock(context, x, water, seed) {
  const lean = Math.sin(seed) * 0.8;
  context.fillStyle = '#17152f';
  polygon(context, x, water, [
    [-5.5, 4],
    [-3.6, -3],
    [-1.2 + lean, -6.4],
    [1.4 + lean, -5],
    [3.6, -2],
    [5.5, 4],
  ]);
  context.fillStyle = '#6d4a6c';
  polygon(context, x, water, [
    [-1.2 + lean, -6.4],
    [1.4 + lean, -5],
    [3.6, -2],
    [1.2, -0.5],
  ]);
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} water */
function paintLantern(context, x, y, water) {
  glow(context, x, y, 8, '#ffca6e', 0.75);
  glow(context, x, water + 5, 5, '#ffb45e', 0.3);
  context.fillStyle = '#ffe9bd';
  context.beginPath();
  context.roundRect(x - 1.25, y - 1.7, 2.5, 3.4, 1);
  context.fill();
  context.fillStyle = '#c8643f';
  context.fillRect(x - 1, y - 2.1, 2, 0.55);
  context.fillRect(x - 1, y + 1.55, 2, 0.55);
}

/** @param {Scene} scene @param {Voyage} voyage */
function paintBoat({ context, width }, voyage) {
  const x = boatPlace(width);
  const water = waterAt(voyage, width, x, 0, 1, 1);
  const slope = waterAt(voyage, width, x + 3, 0, 1, 1) - waterAt(voyage, width, x - 3, 0, 1, 1);
  context.save();
  context.translate(x, water - voyage.lift - 1.2);
  context.rotate(voyage.lift > 0 ? -voyage.rise * 0.0035 : Math.atan2(slope, 6) * 0.8);
  context.scale(1.25, 1.25);
  if (voyage.shaken > 0 && Math.floor(voyage.shaken * 10) % 2 === 0) context.globalAlpha = 0.4;
  glow(context, 5.2, -3.6, 9, '#ffca6e', 0.7);
  context.fillStyle = '#5d2f3a';
  context.fillRect(-0.3, -13, 0.6, 13);
  context.fillStyle = '#fbe6c8';
  polygon(
    context,
    0,
    0,
    [
      [0.6, -13],
      [0.6, -2.2],
      [6.2, -2.8],
    ],
    [2.6, -9.5],
  );
  context.fillStyle = '#e9a877';
  polygon(context, 0, 0, [
    [-0.6, -11.6],
    [-0.6, -2.2],
    [-4.6, -2.6],
  ]);
  context.fillStyle = '#8a3b3b';
  context.beginPath();
  context.moveTo(-6.4, -1.6);
  context.quadraticCurveTo(0, -0.4, 7, -2.2);
  context.quadraticCurveTo(5.6, 2.4, 2.4, 2.6);
  context.lineTo(-3.8, 2.6);
  context.quadraticCurveTo(-6.2, 2, -6.4, -1.6);
  context.fill();
  context.strokeStyle = '#f3c48d';
  context.lineWidth = 0.45;
  context.beginPath();
  context.moveTo(-6.4, -1.6);
  context.quadraticCurveTo(0, -0.4, 7, -2.2);
  context.stroke();
  circle(context, 6.2, -3.4, 0.75, '#fff0c9');
  context.restore();
}

/** @param {Scene} scene @param {Voyage} voyage */
function paintSparks({ context, width }, voyage) {
  for (const { x, y, age } of voyage.sparks) {
    const place = x - voyage.x + boatPlace(width);
    context.globalAlpha = 1 - age;
    for (let index = 0; index < 9; index++) {
      const angle = (index / 9) * Math.PI * 2;
      const far = 2 + age * 7;
      circle(context, place + Math.cos(angle) * far, SEA_LEVEL - y - 2 + Math.sin(angle) * far, 0.35, '#ffe3a1');
    }
  }
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius @param {string} color */
function circle(context, x, y, radius, color) {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius @param {string} color @param {number} strength */
function glow(context, x, y, radius, color, strength) {
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, color);
  light.addColorStop(1, `${color}00`);
  const before = context.globalAlpha;
  context.globalAlpha = before * strength;
  context.fillStyle = light;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  context.globalAlpha = before;
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {readonly (readonly [number, number])[]} points @param {readonly [number, number]} [bend] */
function polygon(context, x, y, points, bend) {
  context.beginPath();
  for (const [px, py] of points) context.lineTo(x + px, y + py);
  const [first] = points;
  if (bend && first) context.quadraticCurveTo(x + bend[0] + 2, y + bend[1] + 2, x + first[0], y + first[1]);
  context.closePath();
  context.fill();
}
