import { SeededRandom } from '../../scripts/lib/demo/seeded-random.ts';

/** Drawings of 1200 × 900 pixels, used instead of members' photos. */
const gradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

const ground = (from: string, to: string): string =>
  `<defs>${gradient('sky', from, to)}</defs><rect width="1200" height="900" fill="url(#sky)"/>`;

const sun = (x: number, y: number, radius: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius * 1.9}" fill="${colour}" opacity=".16"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;

/** Draws a ridge from the left to the right edge, at the height `y` with waves of the height `swing`. */
const ridge = (y: number, swing: number, colour: string, phase = 0): string => {
  const points = Array.from({ length: 25 }, (_, index) => {
    const wave = Math.sin(index * 0.62 + phase) + 0.5 * Math.sin(index * 1.37 + phase * 2);
    return `${index * 50},${Math.round(y - swing * wave)}`;
  });
  return `<polygon fill="${colour}" points="0,900 ${points.join(' ')} 1200,900"/>`;
};

const table = (y: number, colour: string, edge: string): string =>
  `<rect y="${y}" width="1200" height="${900 - y}" fill="${colour}"/><rect y="${y}" width="1200" height="14" fill="${edge}"/>`;

/** Draws `count` marks at pseudorandom positions, which are the same on each run. */
const scattered = (
  count: number,
  mark: (x: number, y: number, index: number) => string,
  top = 0,
  height = 900,
): string => {
  const random = new SeededRandom(`scattered ${count}`);
  return Array.from({ length: count }, (_, index) =>
    mark(random.integer(0, 1_200), top + random.integer(0, height), index),
  ).join('');
};

const tree = (x: number, y: number, size: number, colour: string): string =>
  `<path fill="${colour}" d="M${x} ${y - size * 2.6}l${size * 0.8} ${size * 2.6}h${-size * 1.6}z"/><rect x="${x - size * 0.08}" y="${y}" width="${size * 0.16}" height="${size * 0.3}" fill="#4b3f35"/>`;

const cup = (x: number, y: number, colour: string): string =>
  `<path fill="${colour}" d="M${x - 70} ${y - 110}h140l-14 92a30 30 0 0 1-30 18h-52a30 30 0 0 1-30-18z"/><path fill="none" stroke="${colour}" stroke-width="16" d="M${x + 64} ${y - 88}c60-6 58 66-8 62"/><ellipse cx="${x}" cy="${y - 110}" rx="70" ry="13" fill="#6b4a33"/><path fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".55" d="M${x - 20} ${y - 150}c-16-26 16-40 0-70M${x + 22} ${y - 150}c-16-26 16-40 0-70"/>`;

const stems = (x: number, y: number, colour: string): string =>
  [-70, -30, 10, 60]
    .map((lean, index) => {
      const top = y - 230 - index * 26;
      return `<path fill="none" stroke="#5d8a63" stroke-width="9" d="M${x} ${y}q${lean * 0.2}-120 ${lean} ${top - y}"/><circle cx="${x + lean}" cy="${top}" r="38" fill="${colour}"/><circle cx="${x + lean}" cy="${top}" r="15" fill="#6b4a33"/>`;
    })
    .join('');

const books = (x: number, y: number): string =>
  ['#2b6b5a', '#a8470f', '#5e52a0', '#e3b75b', '#53625a', '#cda28a', '#3f6b57']
    .map((colour, index) => {
      const height = 230 + ((index * 53) % 90);
      return `<rect x="${x + index * 62}" y="${y - height}" width="54" height="${height}" rx="4" fill="${colour}"/><rect x="${x + index * 62 + 10}" y="${y - height + 30}" width="34" height="8" fill="#fff" opacity=".5"/>`;
    })
    .join('');

const waves = (top: number, colours: readonly string[]): string =>
  colours.map((colour, index) => ridge(top + index * 80, 9 + index * 5, colour, index * 1.7)).join('');

export const photos: Record<string, string> = {
  'frost-bridge': `${ground('#dfe7ea', '#f7ead9')}${sun(870, 330, 62, '#f4c9a0')}${ridge(520, 34, '#c3d0cf', 1)}${ridge(590, 26, '#a9bdbb', 3)}
    <rect y="700" width="1200" height="200" fill="#9fb9bd"/><path fill="#5c6b66" d="M0 640h1200v34H0z"/><path fill="none" stroke="#5c6b66" stroke-width="22" d="M80 674a250 170 0 0 1 480 0M640 674a250 170 0 0 1 480 0"/>
    ${scattered(70, (x, y) => `<circle cx="${x}" cy="${y}" r="4" fill="#fff" opacity=".8"/>`)}`,
  'window-tea': `${ground('#efe4d2', '#e6d4bb')}<rect x="330" y="90" width="540" height="500" fill="#cfe0df"/>${sun(660, 240, 56, '#f6d7a8')}<path fill="#9dc1a9" d="M330 470c120-70 240-50 320-10s140 20 220-20v150H330z"/><path fill="none" stroke="#fbf8f2" stroke-width="26" d="M330 90h540v500H330zM600 90v500M330 320h540"/>${table(650, '#b98d62', '#a2774e')}${cup(420, 690, '#f3eee4')}<rect x="640" y="640" width="260" height="34" rx="6" fill="#5e52a0"/><rect x="660" y="606" width="230" height="34" rx="6" fill="#2b6b5a"/>`,
  'evening-sea': `${ground('#655a8c', '#f4b183')}${sun(600, 470, 90, '#fbe0b4')}${waves(520, ['#7c87a6', '#5f7391', '#47607b', '#344b63'])}<path fill="none" stroke="#fbe0b4" stroke-width="8" stroke-linecap="round" opacity=".7" d="M500 560h200M460 610h260M520 660h170M440 720h290"/>`,
  'bread-board': `${ground('#f3e9d8', '#ead9bf')}${table(560, '#8a6a4c', '#775a40')}<rect x="240" y="610" width="720" height="120" rx="34" fill="#d2ab7c"/><ellipse cx="570" cy="580" rx="270" ry="120" fill="#b5763c"/><ellipse cx="570" cy="556" rx="252" ry="100" fill="#cf9350"/><path fill="none" stroke="#8f5a2b" stroke-width="12" stroke-linecap="round" d="M430 500l60 90M530 476l60 106M640 478l60 96"/><path fill="#e9c48f" d="M790 640a70 92 0 0 1 140 0z"/>`,
  'tomato-plant': `${ground('#dbe8dc', '#f6f0e2')}<rect x="360" y="640" width="480" height="180" rx="22" fill="#b5643c"/><rect x="340" y="616" width="520" height="48" rx="14" fill="#c4744a"/><path fill="none" stroke="#4c7a52" stroke-width="16" d="M600 620c-10-160 14-260-6-440M600 500c-90-40-130-100-150-170M598 420c90-30 140-90 158-160"/>${scattered(9, (x, _y, index) => `<ellipse cx="${430 + ((index * 97) % 340)}" cy="${190 + ((index * 83) % 340)}" rx="58" ry="30" fill="#6ea374" transform="rotate(${(x % 80) - 40} ${430 + ((index * 97) % 340)} ${190 + ((index * 83) % 340)})"/>`)}<circle cx="470" cy="400" r="44" fill="#c8452f"/><circle cx="720" cy="340" r="38" fill="#d9663c"/><circle cx="640" cy="500" r="34" fill="#e3a24a"/>`,
  'mountain-morning': `${ground('#f3d9c4', '#e5ecec')}${sun(320, 300, 70, '#f4b183')}<path fill="#8fa3b5" d="M0 620l260-300 180 190 220-330 260 360 280-220v580H0z"/><path fill="#fff" opacity=".85" d="M590 285l70-105 84 116-52-16-34 34-26-36zM222 364l38-44 50 52-34-6-20 16z"/>${ridge(640, 40, '#6f8f86', 2)}${ridge(740, 30, '#4f7568', 4)}${[90, 210, 330, 820, 960, 1090].map((x) => tree(x, 800, 46, '#2f5548')).join('')}`,
  'books-lamp': `${ground('#4b3f52', '#7a5d57')}<circle cx="860" cy="300" r="330" fill="#f6c983" opacity=".28"/>${table(690, '#5b4033', '#4b3429')}${books(190, 690)}<rect x="850" y="380" width="20" height="300" fill="#d7a06f"/><path fill="#f6d7a8" d="M740 380l60-170h120l60 170z"/><ellipse cx="860" cy="686" rx="90" ry="18" fill="#d7a06f"/>`,
  'birch-forest': `${ground('#eef0df', '#d8e2c4')}${ridge(720, 18, '#b9cf9f', 1)}${[60, 190, 300, 450, 560, 720, 850, 980, 1110].map((x, index) => `<rect x="${x}" width="${34 + ((index * 13) % 22)}" height="${760 + ((index * 31) % 90)}" fill="#f7f5ee"/>${[0, 1, 2, 3, 4].map((mark) => `<rect x="${x + ((mark * 11) % 14)}" y="${70 + mark * 140 + ((index * 47) % 80)}" width="20" height="8" fill="#4b4a45"/>`).join('')}`).join('')}${scattered(60, (x, y) => `<ellipse cx="${x}" cy="${y}" rx="13" ry="8" fill="#e3b75b" opacity=".8"/>`, 0, 420)}${ridge(840, 12, '#8fae78', 5)}`,
  'river-boat': `${ground('#cfe1e6', '#f5ead7')}${ridge(420, 30, '#9dbfa4', 2)}<rect y="470" width="1200" height="430" fill="#8fb6bd"/>${scattered(26, (x, y) => `<path stroke="#dbeceb" stroke-width="6" stroke-linecap="round" d="M${x} ${y}h70"/>`, 500, 380)}<path fill="#a8470f" d="M360 620h430c-30 76-70 100-120 100H480c-60 0-100-30-120-100z"/><path fill="#7d340b" d="M360 620h430l-8 22H368z"/><path stroke="#6b4a33" stroke-width="12" stroke-linecap="round" d="M480 560l-150 190M680 560l150 190"/>`,
  'city-rain': `${ground('#3d4a5c', '#7f8ea0')}${[0, 150, 290, 420, 600, 760, 900, 1060].map((x, index) => `<rect x="${x}" y="${240 + ((index * 97) % 220)}" width="${120 + ((index * 29) % 50)}" height="700" fill="${['#2c3848', '#35435a', '#26303e'][index % 3]}"/>${[0, 1, 2, 3, 4, 5].map((window) => `<rect x="${x + 22 + (window % 2) * 50}" y="${300 + ((index * 97) % 220) + Math.floor(window / 2) * 80}" width="26" height="36" fill="#f4c77f" opacity="${(index + window) % 3 === 0 ? 0.9 : 0.2}"/>`).join('')}`).join('')}<g stroke="#dfe7ee" stroke-width="4" stroke-linecap="round" opacity=".5">${scattered(90, (x, y) => `<path d="M${x} ${y}l-10 46"/>`)}</g><path fill="#a8470f" d="M520 760a110 100 0 0 1 220 0z"/><path stroke="#241f1c" stroke-width="9" d="M630 680v170"/>`,
  beehives: `${ground('#e4eed9', '#f8f0da')}${sun(930, 220, 60, '#f4c27a')}${ridge(520, 30, '#b5cf9d', 1)}${ridge(640, 18, '#93b878', 3)}${[
    [180, '#e3b75b'],
    [480, '#9cc3cf'],
    [780, '#d9988a'],
  ]
    .map(
      ([x, colour]) =>
        `<rect x="${x}" y="500" width="220" height="110" fill="${colour}"/><rect x="${x}" y="620" width="220" height="110" fill="${colour}" opacity=".85"/><rect x="${Number(x) - 14}" y="474" width="248" height="28" fill="#6b4a33"/><rect x="${Number(x) + 70}" y="704" width="80" height="12" fill="#3a2d22"/>`,
    )
    .join('')}${scattered(24, (x, y) => `<ellipse cx="${x}" cy="${y}" rx="8" ry="5" fill="#4b3f2a"/>`, 240, 300)}`,
  'kitchen-flowers': `${ground('#f6ede0', '#efe0d0')}${table(680, '#9fb8a4', '#86a38d')}<path fill="#7fa9b5" d="M500 700l-26-230h250l-26 230a40 40 0 0 1-40 34H540a40 40 0 0 1-40-34z"/>${stems(600, 490, '#f0a36b')}<circle cx="860" cy="690" r="52" fill="#d9663c"/><circle cx="950" cy="700" r="46" fill="#e3b75b"/>`,
  'night-hill': `${ground('#10192b', '#34466a')}${scattered(110, (x, y, index) => `<circle cx="${x}" cy="${y}" r="${1.5 + (index % 3)}" fill="#f3ecd0" opacity="${0.4 + (index % 5) * 0.12}"/>`, 0, 560)}<path fill="#efe6c8" d="M900 130a90 90 0 1 0 80 130 76 76 0 0 1-80-130z"/>${ridge(640, 36, '#223450', 1)}${ridge(740, 26, '#18263c', 4)}<path fill="#f0b878" d="M300 740l80-120 80 120z"/><path fill="#a8470f" d="M380 620l80 120h-40z"/>`,
  'tide-pool': `${ground('#d6e6e6', '#efe2c8')}${ridge(300, 8, '#8bb8bf', 1)}${ridge(400, 6, '#d8c3a0', 2)}<ellipse cx="600" cy="640" rx="430" ry="170" fill="#6fa3a8"/><ellipse cx="600" cy="630" rx="390" ry="140" fill="#8cc0c2"/>${scattered(14, (x, y, index) => `<ellipse cx="${250 + (x % 700)}" cy="${y}" rx="${30 + (index % 3) * 16}" ry="${18 + (index % 3) * 8}" fill="${['#7c8078', '#96907f', '#5f6f6c'][index % 3]}"/>`, 560, 180)}<path fill="#d9663c" d="M560 590l16 40 42 4-32 28 10 42-36-22-36 22 10-42-32-28 42-4z"/>`,
  'walk-by-the-river': `${ground('#e3edf0', '#f6ead2')}${sun(240, 260, 64, '#f4c27a')}${ridge(430, 36, '#a9c7b0', 2)}${ridge(540, 26, '#86b08f', 5)}<path fill="#8fb9c4" d="M1200 480c-300 60-380 120-520 220s-260 150-420 200h940z"/><path fill="#e6d3ae" d="M420 560c-60 90-160 220-320 340h240c70-120 120-230 150-340z"/>${[720, 860, 1010].map((x) => tree(x, 560, 50, '#3f6b57')).join('')}`,
  'reading-evening': `${ground('#2c2a45', '#6a5a86')}<circle cx="600" cy="360" r="260" fill="#f4c27a" opacity=".25"/>${sun(600, 360, 80, '#f8dba6')}<path fill="#fbf8f2" d="M600 620c-120-70-260-70-380-30v190c130-30 260-30 380 40 120-70 250-70 380-40V590c-120-40-260-40-380 30z"/><path fill="none" stroke="#c9bfa8" stroke-width="8" d="M600 620v200M280 640c90-20 180-14 260 20M280 690c90-20 180-14 260 20M660 660c90-34 180-40 260-20M660 710c90-34 180-40 260-20"/>`,
  'singing-together': `${ground('#f6e5d2', '#f3cfae')}${sun(600, 330, 170, '#fbe8a6')}${[160, 320, 480, 640, 800, 960].map((x, index) => `<circle cx="${x + 40}" cy="${520 - (index % 2) * 30}" r="56" fill="${['#8d5b3f', '#e0b48f', '#5f3f2e', '#cf9d77', '#a8744f', '#f0cba8'][index]}"/><path fill="${['#2b6b5a', '#5e52a0', '#a8470f', '#53625a', '#e3b75b', '#7fa9b5'][index]}" d="M${x - 50} 900c0-200 20-300 90-300s90 100 90 300z"/>`).join('')}`,
  'tea-table': `${ground('#dfeadf', '#f4efe2')}${ridge(420, 24, '#b5cfb4', 3)}<ellipse cx="600" cy="720" rx="480" ry="120" fill="#c49a6c"/><ellipse cx="600" cy="700" rx="480" ry="120" fill="#d7b186"/>${cup(380, 700, '#7fa9b5')}${cup(620, 660, '#fbf8f2')}${cup(830, 710, '#d9988a')}`,
};

/** Returns a photo as an SVG. */
export const photoOf = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" width="1200" height="900">${photos[name] ?? ''}</svg>`;
