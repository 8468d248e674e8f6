import { SeededRandom } from '../../scripts/lib/demo/seeded-random.ts';

/** Portraits of 400 × 400 pixels for the invented members: faces without features, or landscapes. */
const grounds = ['#cde5d1', '#f9d2c9', '#cae1f1', '#ddd4f2', '#fbd8b3', '#fbe8a6', '#e4dccb', '#bcd4c1', '#d8c3d4'];
const skins = ['#f3d3b8', '#e8bd98', '#d19a72', '#b47d55', '#8d5b3f', '#6b432e', '#54331f'];
const hairs = ['#2a211d', '#4b3325', '#7a4f2e', '#b5803f', '#d9d2c6', '#9a3f22', '#5a5a5e', '#1d1f24'];
const clothes = ['#2b6b5a', '#5e52a0', '#a8470f', '#53625a', '#8a5a00', '#64999f', '#434f73', '#b0646a', '#e3b75b'];

const pick = <Item>(random: SeededRandom, items: readonly Item[]): Item =>
  items[random.integer(0, items.length - 1)] as Item;

const hairStyles: readonly ((hair: string) => { behind: string; before: string })[] = [
  (hair) => ({
    behind: '',
    before: `<path fill="${hair}" d="M122 168c-6-92 158-94 156 0-16-40-40-54-78-54s-62 14-78 54z"/>`,
  }),
  (hair) => ({
    behind: `<path fill="${hair}" d="M106 330c-20-250 208-250 188 0z"/>`,
    before: `<path fill="${hair}" d="M122 176c0-90 156-90 156 0-40-10-60-30-74-54-10 26-40 46-82 54z"/>`,
  }),
  (hair) => ({
    behind: `<circle cx="200" cy="78" r="40" fill="${hair}"/>`,
    before: `<path fill="${hair}" d="M120 174c-4-96 164-96 160 0-20-46-48-58-80-58s-60 12-80 58z"/>`,
  }),
  (hair) => ({
    behind: [130, 165, 200, 235, 270]
      .map((x, index) => `<circle cx="${x}" cy="${130 - (index % 2) * 22}" r="46" fill="${hair}"/>`)
      .join(''),
    before: `<path fill="${hair}" d="M124 164c6-70 146-70 152 0-30-30-122-30-152 0z"/>`,
  }),
  (hair) => ({
    behind: '',
    before: `<path fill="${hair}" d="M118 186c-14-120 178-124 164-6-10-30-20-44-34-52-50 10-84 4-104-6-12 16-22 36-26 64z"/>`,
  }),
  (hair) => ({
    behind: '',
    before: `<path fill="${hair}" opacity=".9" d="M134 142c20-44 112-44 132 0-40-14-92-14-132 0z"/>`,
  }),
  (hair) => ({
    behind: `<path fill="${hair}" d="M96 300c-10-200 20-230 104-230s114 30 104 230c-10 30-40 40-104 40s-94-10-104-40z"/>`,
    before: `<path fill="${hair}" opacity=".85" d="M118 190c-6-110 170-110 164 0-14-50-40-70-82-70s-68 20-82 70z"/>`,
  }),
];

function person(random: SeededRandom): string {
  const [skin, hair, cloth] = [pick(random, skins), pick(random, hairs), pick(random, clothes)];
  const { behind, before } = pick(random, hairStyles)(hair);
  const glasses =
    random.next() < 0.25
      ? '<g fill="none" stroke="#3a332d" stroke-width="5"><circle cx="170" cy="196" r="23"/><circle cx="230" cy="196" r="23"/><path d="M193 194h14"/></g>'
      : '';
  const scarf =
    random.next() < 0.3
      ? `<path fill="${pick(random, clothes)}" d="M140 292c30 26 90 26 120 0l14 40c-50 30-98 30-148 0z"/>`
      : '';
  return `${behind}<path fill="${cloth}" d="M52 420c0-96 66-134 148-134s148 38 148 134z"/>
    <path fill="${skin}" d="M172 236h56v66c-14 18-42 18-56 0z"/><ellipse cx="200" cy="190" rx="74" ry="88" fill="${skin}"/>${before}${glasses}${scarf}`;
}

function place(random: SeededRandom): string {
  const [far, near, light] = [
    pick(random, ['#9dc1a9', '#8fa3b5', '#b9a7cf', '#86b5ba']),
    pick(random, clothes),
    pick(random, ['#f4b183', '#fbe8a6', '#fdf1df', '#f0a36b']),
  ];
  const [x, y, radius, tilt] = [
    random.integer(110, 290),
    random.integer(110, 190),
    random.integer(34, 66),
    random.integer(-60, 60),
  ];
  const foreground = pick(random, [
    `<path fill="${near}" d="M0 ${300 + tilt / 2}c120-60 240 30 400-30v140H0z"/>`,
    `<path fill="${near}" d="M40 400l120-170 70 90 50-60 110 140z"/>`,
    `<rect x="${190 + tilt}" y="190" width="16" height="210" fill="#5b4633"/><circle cx="${198 + tilt}" cy="180" r="78" fill="${near}"/>`,
    `<path fill="${near}" d="M0 330c70-26 130-26 200 0s130 26 200 0v80H0z"/><path fill="none" stroke="#fff" stroke-width="6" opacity=".6" d="M60 300c40-14 80-14 120 0M210 290c40-14 80-14 120 0"/>`,
    `<path fill="${near}" d="M120 400c0-120 40-170 80-170s80 50 80 170z"/><path fill="none" stroke="#fff" stroke-width="5" opacity=".5" d="M200 240v160M200 300l-40-26M200 340l40-26"/>`,
  ]);
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${light}"/><path fill="${far}" opacity=".8" d="M0 ${260 - tilt / 3}c100-50 180-30 260 0s90 10 140-10v160H0z"/>${foreground}`;
}

/** Returns a member's portrait as an SVG. Each handle has its own. */
export function portraitOf(handle: string): string {
  const random = new SeededRandom(`portrait ${handle}`);
  const ground = pick(random, grounds);
  const drawing = random.next() < 0.62 ? person(random) : place(random);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"><rect width="400" height="400" fill="${ground}"/>${drawing}</svg>`;
}
