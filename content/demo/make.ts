// Draws the pictures of the demo community: `node content/demo/make.ts`. The output is the same on each run. Run it
// again when a drawing changes or a member is added, and check the pictures.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { readBlocks } from '../../scripts/lib/demo/blocks.ts';
import { photoOf, photos } from './photos.ts';
import { portraitOf } from './portraits.ts';

const folder = path.join(import.meta.dirname, 'pictures');
await mkdir(folder, { recursive: true });

async function draw(name: string, svg: string, side?: number): Promise<number> {
  const picture = await sharp(Buffer.from(svg)).resize(side).webp({ quality: 82, effort: 6 }).toBuffer();
  await writeFile(path.join(folder, `${name}.webp`), picture);
  return picture.length;
}

const members = readBlocks(await readFile(path.join(import.meta.dirname, 'members.md'), 'utf8'), []);
const sizes: number[] = [];
for (const name of Object.keys(photos)) sizes.push(await draw(name, photoOf(name)));
for (const { heading } of members) {
  const [handle = ''] = heading.split(' ');
  sizes.push(await draw(`portrait-${handle}`, portraitOf(handle)));
  sizes.push(await draw(`portrait-${handle}-small`, portraitOf(handle), 96));
}
console.log(`${sizes.length} pictures, ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} KB`);
