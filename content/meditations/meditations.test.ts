import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { coverOf } from './covers.ts';
import meditations from './meditations.json' with { type: 'json' };
import { addBowl, finish, randomFrom, sampleRate, silence } from './sound.ts';
import { tracks } from './tracks.ts';

const folder = import.meta.dirname;
const bytesPerSecond = 6_000;

test('each shipped meditation has a description, a cover, and its own audio of the stated duration', async () => {
  expect(meditations.length).toBeGreaterThanOrEqual(3);
  const sounds = new Set<string>();
  for (const { title, description, audio, cover, durationSeconds } of meditations) {
    const bytes = await readFile(path.join(folder, audio));
    sounds.add(createHash('sha256').update(bytes).digest('hex'));
    expect(Math.abs(bytes.length / bytesPerSecond - durationSeconds), title).toBeLessThan(1);
    expect(durationSeconds >= 180 && durationSeconds <= 900, title).toBe(true);
    expect(description.length, title).toBeGreaterThan(300);
    expect((await readFile(path.join(folder, cover))).subarray(8, 12).toString('latin1'), title).toBe('WEBP');
  }
  expect(sounds.size).toBe(meditations.length);
});

test('the shipped files are those that the script creates, by name', async () => {
  const names = Object.keys(tracks).toSorted();
  expect(meditations.map(({ slug }) => slug).toSorted()).toEqual(names);
  const files = (await readdir(folder)).filter((file) => /\.(mp3|webp)$/.test(file));
  expect(files.toSorted()).toEqual(names.flatMap((name) => [`${name}.mp3`, `${name}.webp`]));
  for (const name of names) expect(coverOf(name)).toContain('<path');
});

const createBowlSound = () => {
  const sound = silence(2);
  addBowl(sound, { at: 0, hertz: 220, loudness: 3, seconds: 2 });
  return finish(sound, { fadeIn: 0.1, fadeOut: 0.5, peak: 0.7 });
};

test('a sound starts and ends in silence, does not clip, and is the same on each run', () => {
  const { left, right } = createBowlSound();
  for (const ending of [left[0], right[0], left.at(-1), right.at(-1)]) expect(ending).toBeCloseTo(0, 6);
  expect(left.length).toBe(2 * sampleRate);
  const loudest = [...left, ...right].reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeCloseTo(0.7, 3);
  expect(createBowlSound()).toEqual({ left, right });
  expect([randomFrom(7)(), randomFrom(7)()]).toEqual([randomFrom(7)(), randomFrom(7)()]);
});
