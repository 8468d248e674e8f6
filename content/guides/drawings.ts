const ink = '#1f2b26';
const green = '#2b6b5a';
const paleGreen = '#e6efe9';
const leafGreen = '#9dc1a9';
const sun = '#f4b183';
const lavender = '#5e52a0';
const paleLavender = '#eeebf7';

const leaf = (x: number, y: number, turned: number, size: number) =>
  `<path fill="${green}" transform="translate(${x} ${y}) rotate(${turned}) scale(${size})" d="M0 0C-9-8-9-22 0-32 9-22 9-8 0 0z"/>`;

const hills = (far: string, near: string) =>
  `<path fill="${far}" d="M-4 62c18-13 36-12 52-4s34 8 56-3v55H-4z"/>
   <path fill="${near}" d="M-4 78c21-11 40-8 55-2s34 3 53-4v40H-4z"/>`;

const stars = [
  [22, 26],
  [36, 14],
  [70, 50],
  [82, 30],
  [28, 46],
] as const;

/** The emblem of each guide, in a circle with a diameter of 100. */
const emblems: Record<string, string> = {
  'breathing-guide': `<path fill="${paleGreen}" d="M0 0h100v100H0z"/><circle cx="50" cy="44" r="20" fill="${sun}"/>
    <g fill="none" stroke="${sun}" stroke-width="1.5"><circle cx="50" cy="44" r="28" opacity=".8"/><circle cx="50" cy="44" r="36" opacity=".5"/></g>
    ${hills(leafGreen, green)}`,
  'gratitude-month': `<path fill="#fbf3dc" d="M0 0h100v100H0z"/><circle cx="68" cy="34" r="13" fill="${sun}"/>${hills('#bcd4c1', leafGreen)}
    <path d="M44 94c-3-22-1-40 4-58" fill="none" stroke="${green}" stroke-width="2.5" stroke-linecap="round"/>
    ${leaf(43, 78, -58, 0.62)}${leaf(43, 70, 52, 0.62)}${leaf(44, 58, -48, 0.55)}${leaf(46, 50, 50, 0.5)}${leaf(48, 38, 10, 0.6)}`,
  'grounding-card': `<path fill="${paleGreen}" d="M0 0h100v100H0z"/>${hills('#bcd4c1', leafGreen)}
    <g fill="none" stroke="${green}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="M50 22v8M41 30h18"/><path fill="#fff" d="M41 34h18l5 34H36z"/></g>
    <path fill="${sun}" d="M50 64c-8-6-6-13 0-21 6 8 8 15 0 21z"/><rect x="34" y="68" width="32" height="7" rx="2.5" fill="${green}"/>`,
  'sleep-wind-down': `<path fill="${paleLavender}" d="M0 0h100v100H0z"/>
    <path fill="${lavender}" opacity=".8" d="M62 22a17 17 0 1 0 10 28 14 14 0 0 1-10-28z"/>
    ${stars.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.6" fill="${lavender}"/>`).join('')}
    ${hills('#bcb6d8', lavender)}`,
};

export function emblemOf(name: string): string {
  const drawing = emblems[name];
  if (drawing === undefined) throw new Error(`There is no emblem for ${name}`);
  return `<svg class="emblem" viewBox="0 0 100 100" aria-hidden="true"><clipPath id="round"><circle cx="50" cy="50" r="50"/></clipPath><g clip-path="url(#round)">${drawing}</g></svg>`;
}

const word = (x: number, y: number, text: string, count: string) =>
  `<text x="${x}" y="${y}">${text} <tspan font-weight="600">${count}</tspan></text>`;

/** Draws a breath as a line: three counts up, five counts down. */
const wave = () => {
  const step = 22;
  const ticks = Array.from({ length: 9 }, (_, at) => {
    const isRising = at <= 3;
    return `<circle cx="${12 + at * step}" cy="${isRising ? 46 - at * 12 : 10 + (at - 3) * 7.2}" r="2.6" fill="${green}"/>`;
  });
  return `<svg viewBox="0 0 200 64"><path d="M12 46 78 10 188 46" fill="none" stroke="${green}" stroke-width="2.5" stroke-linejoin="round"/>${ticks.join('')}
    <g font-size="10.5" fill="${ink}" text-anchor="middle">${word(30, 62, 'in', '3')}${word(134, 62, 'out', '5')}</g></svg>`;
};

const square =
  () => `<svg viewBox="0 0 200 108"><rect x="66" y="22" width="68" height="62" rx="14" fill="${paleGreen}" stroke="${green}" stroke-width="2.5"/>
  <g fill="none" stroke="${green}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="M62 57l4-6 4 6M96 18l6 4-6 4M130 50l4 6 4-6M104 80l-6 4 6 4"/></g>
  <g font-size="10.5" fill="${ink}"><g text-anchor="middle">${word(100, 12, 'hold', '4')}${word(100, 103, 'rest', '4')}</g>
  <g text-anchor="end">${word(56, 57, 'in', '4')}</g>${word(144, 57, 'out', '4')}</g></svg>`;

const diagrams: Record<string, () => string> = { 'longer-out': wave, square };

/** Returns a diagram with a text alternative for screen readers. */
export function diagramOf(name: string, alternative: string): string {
  const draw = diagrams[name];
  if (draw === undefined) throw new Error(`There is no diagram ${name}`);
  return `<div class="diagram ${name}" role="img" aria-label="${alternative.replaceAll('"', '&quot;')}">${draw()}</div>`;
}
