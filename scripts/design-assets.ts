// Creates the fonts and the background for the stylesheet. Run it again when the font package or a value below changes.
// Fonts: the Latin subset of Fraunces in the used weights, with its optical size axis. The package's own file is twice
// as large. Background: a tile of paper grain, at most 3 % darker or lighter.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { root } from './lib/root.ts';

const folder = path.join(root, 'apps/web/app/fonts');
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join('');
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’‚“”„•…€™−`;

const originalFont = await readFile(
  fileURLToPath(import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2')),
);
for (const [name, variationAxes] of Object.entries({
  heading: { wght: 600, opsz: { min: 9, max: 144 } },
  text: { wght: 400, opsz: 20 },
})) {
  const font = await subsetFont(originalFont, latin, { targetFormat: 'woff2', variationAxes });
  await writeFile(path.join(folder, `fraunces-${name}.woff2`), font);
  console.log(`fraunces-${name}.woff2: ${(font.length / 1024).toFixed(1)} KB`);
}
await copyFile(
  fileURLToPath(import.meta.resolve('@fontsource-variable/fraunces/LICENSE')),
  path.join(folder, 'LICENSE'),
);

const side = 96;
const maxAlpha = 0.03;
const steps = 3;
/** A linear congruential generator (Numerical Recipes) with a fixed seed, so that each run creates the same tile. */
let seed = 20_261_122;
const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
const grain = Buffer.alloc(side * side * 2);
for (let pixel = 0; pixel < side * side; pixel++) {
  grain[pixel * 2] = random() < 0.5 ? 0 : 255;
  grain[pixel * 2 + 1] = Math.round((Math.floor(random() * (steps + 1)) / steps) * maxAlpha * 255);
}
const tile = await sharp(grain, { raw: { width: side, height: side, channels: 2 } })
  .webp({ lossless: true, exact: true })
  .toFile(path.join(folder, '../ui/pictures/grain.webp'));
console.log(`grain.webp: ${(tile.size / 1024).toFixed(1)} KB`);
