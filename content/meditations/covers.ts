/** Covers are drawings of 640 × 640 units. */
const side = 640;

type Sky = { id: string; from: string; to: string };
const sky = ({ id, from, to }: Sky): string => `
  <linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
  </linearGradient>
  <rect width="${side}" height="${side}" fill="url(#${id})"/>`;

const hills = (far: string, mid: string, near: string): string => `
  <path fill="${far}" d="M0 418c92-62 190-74 290-36s212 30 350-42v300H0z"/>
  <path fill="${mid}" d="M0 474c122-48 222-30 326 2s214 16 314-34v198H0z"/>
  <path fill="${near}" d="M0 548c146-44 270-32 386-10 94 18 178 10 254-18v120H0z"/>`;

const rings = (x: number, y: number, radii: number[], colour: string): string =>
  radii
    .map((radius, index) => {
      const opacity = 0.55 - index * 0.11;
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="3" opacity="${opacity}"/>`;
    })
    .join('');

/** A crescent with radius 1 around the origin, the same as in the web app. */
const moon = 'M.4-.92a1 1 0 1 0 .56 1.24A.8.8 0 1 1 .4-.92z';

/** Lines of rain. The steps have no common divisor with the width, so that the lines do not form rows. */
const rain = Array.from({ length: 64 }, (_, index) => {
  const [x, y, length] = [(index * 157) % 660, (index * 263) % 600, 26 + ((index * 31) % 30)];
  return `<path d="M${x} ${y}l${-length * 0.18} ${length}" opacity="${0.18 + ((index * 7) % 5) * 0.06}"/>`;
}).join('');

const drawings: Record<string, string> = {
  'four-corners': `${sky({ id: 'sky', from: '#f6f0e2', to: '#fbe3cb' })}
    <circle cx="320" cy="330" r="74" fill="#f4b183"/>
    ${hills('#bcd4c1', '#9dc1a9', '#7fb199')}
    <rect x="200" y="150" width="240" height="240" rx="28" fill="none" stroke="#4f7d68" stroke-width="5" opacity=".5"/>
    ${[
      [200, 150],
      [440, 150],
      [440, 390],
      [200, 390],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="15" fill="#3f6b57"/>`)
      .join('')}`,
  'with-the-tide': `${sky({ id: 'sky', from: '#f3ecdd', to: '#f8d9bd' })}
    <circle cx="320" cy="300" r="96" fill="#f0a576"/>
    <path fill="#a9cdd0" d="M0 306c80-18 160-18 240 0s160 18 240 0 120-14 160-6v340H0z"/>
    <path fill="#86b5ba" d="M0 390c90-24 180-24 270 0s180 24 370-8v258H0z"/>
    <path fill="#64999f" d="M0 480c110-28 200-20 310 4s210 20 330-12v168H0z"/>
    <path fill="none" stroke="#fbf8f0" stroke-width="6" stroke-linecap="round" opacity=".75" d="M150 352c50-12 90-12 140 0M330 440c60-14 110-14 170 0M90 540c60-12 110-10 170 2"/>`,
  'bowls-at-dusk': `${sky({ id: 'sky', from: '#5e5688', to: '#f0b48c' })}
    ${rings(320, 392, [96, 150, 208, 270], '#fdf1df')}
    <circle cx="320" cy="392" r="52" fill="#f8d3a4"/>
    ${hills('#6f6c95', '#57618a', '#434f73')}
    <path fill="#2f3856" d="M226 520c4 62 42 92 94 92s90-30 94-92z"/>
    <ellipse cx="320" cy="520" rx="94" ry="17" fill="#d7a06f"/>
    <ellipse cx="320" cy="521" rx="80" ry="11" fill="#4b3f52"/>`,
  'rain-at-night': `${sky({ id: 'sky', from: '#0f1b22', to: '#24404a' })}
    <g transform="translate(430 170) scale(62)"><path d="${moon}" fill="#e8e3cf" opacity=".9"/></g>
    ${hills('#2b463d', '#22392f', '#182a23')}
    <g stroke="#cfe0e2" stroke-width="3" stroke-linecap="round">${rain}</g>
    <path fill="#101d18" d="M92 530l74-58 74 58v76H92z"/>
    <rect x="148" y="546" width="36" height="36" rx="4" fill="#f0b878"/>`,
};

/** Returns the cover of a track as an SVG. */
export const coverOf = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="1024" height="1024">${drawings[name] ?? ''}</svg>`;
