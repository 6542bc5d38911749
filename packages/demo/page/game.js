import { boatPlace, paint } from './paint.js';
import { createVoyage } from './voyage.js';

/** The game: the loop, the keys and the touch. The boat sails by itself until somebody jumps. */

const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas'));
const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
const [score, best, hint] = ['score', 'best', 'hint'].map(
  (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
);
const widget = document.querySelector('player-support');

/** The longest step: after a pause the boat must not jump over a rock. */
const MAX_STEP = 0.05;
/** The boat sails before the first picture, so that there is something to see. */
const LEAD_SECONDS = 6;

const voyage = createVoyage();
let isPlayed = false;
let isPaused = false;
let last = 0;

function size() {
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
}

/** What one sees, in hundredths of the height; a high screen shows a part of it. */
function view() {
  const unit = Math.max(canvas.height / 100, canvas.width / 190);
  return { unit, width: canvas.width / unit };
}

function draw() {
  const { unit, width } = view();
  context.setTransform(unit, 0, 0, unit, 0, canvas.height - 100 * unit);
  paint({ context, width }, voyage);
  if (score) score.textContent = String(voyage.score);
  if (best) best.textContent = voyage.best > voyage.score ? `best ${voyage.best}` : '';
}

/** @param {number} now */
function frame(now) {
  const seconds = Math.min(MAX_STEP, (now - last) / 1000);
  last = now;
  const { width } = view();
  voyage.step(seconds, width - boatPlace(width) + 30, !isPlayed);
  draw();
  if (!isPaused) requestAnimationFrame(frame);
}

function jump() {
  if (isPaused) go();
  isPlayed = true;
  if (hint) hint.hidden = true;
  voyage.jump();
}

function go() {
  isPaused = false;
  last = performance.now();
  requestAnimationFrame(frame);
}

canvas.addEventListener('pointerdown', jump);
canvas.addEventListener('keydown', (event) => {
  if (!['Space', 'ArrowUp', 'KeyW', 'Enter'].includes(event.code)) return;
  event.preventDefault();
  if (!event.repeat) jump();
});
new ResizeObserver(() => {
  size();
  draw();
}).observe(canvas);
widget?.addEventListener('open', () => {
  isPaused = true;
});
widget?.addEventListener('close', () => {
  if (isPaused) go();
});

size();
for (let step = 0; step < LEAD_SECONDS * 60; step++) voyage.step(1 / 60, 220, true);
// Who wants less motion starts the boat.
if (matchMedia('(prefers-reduced-motion: reduce)').matches) isPaused = true;
else go();
draw();
