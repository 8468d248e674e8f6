import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { growthOfCost } from '../../lib/test-growth.ts';
import { isWorrying } from './worrying-text.ts';

type Sentence = { text: string; kind: string; isWorrying: boolean };

const readCorpus = (name: 'worrying' | 'harmless'): Sentence[] => {
  let kind = '';
  return readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) kind = line.slice(2);
      return line === '' || line.startsWith('#') ? [] : [{ text: line, kind, isWorrying: name === 'worrying' }];
    });
};

/** FNV-1a hash. A sentence's half depends only on its text. */
const hashOf = (text: string): number =>
  Array.from(new TextEncoder().encode(text)).reduce(
    (hash, byte) => Math.imul(hash ^ byte, 16_777_619) >>> 0,
    2_166_136_261,
  );

/** The held-out half. Do not look at its misses while changing the phrases, or the measurement is worthless. */
const isHeldOut = ({ text }: Sentence): boolean => hashOf(text) % 2 === 0;

const corpus = [...readCorpus('worrying'), ...readCorpus('harmless')];

const measure = (sentences: Sentence[]) => {
  const worrying = sentences.filter((sentence) => sentence.isWorrying);
  const harmless = sentences.filter((sentence) => !sentence.isWorrying);
  const detected = worrying.filter(({ text }) => isWorrying(text));
  const alarms = harmless.filter(({ text }) => isWorrying(text));
  return {
    recall: detected.length / worrying.length,
    falseAlarms: alarms.length / harmless.length,
    summary:
      `recall ${detected.length} of ${worrying.length} (${((100 * detected.length) / worrying.length).toFixed(1)} %), ` +
      `false alarms ${alarms.length} of ${harmless.length} (${((100 * alarms.length) / harmless.length).toFixed(1)} %)`,
    misses: sentences.filter((sentence) => isWorrying(sentence.text) !== sentence.isWorrying),
  };
};

const tuned = measure(corpus.filter((sentence) => !isHeldOut(sentence)));
const heldOut = measure(corpus.filter(isHeldOut));

describe('the corpus', () => {
  test('is large, has no duplicates, and its halves are similar', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(new Set(corpus.map(({ text }) => text)).size).toBe(corpus.length);
    const share = corpus.filter(isHeldOut).length / corpus.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.08);
  });

  test('finds worrying sentences in the tuning half', () => {
    process.stdout.write(`author-only support, tuned half: ${tuned.summary}\n`);
    if (process.env['SUPPORT_MISSES'] === 'tuned')
      for (const { kind, text } of tuned.misses) process.stdout.write(`  ${kind}: ${text}\n`);
    expect(tuned.recall).toBeGreaterThanOrEqual(0.95);
    expect(tuned.falseAlarms).toBeLessThanOrEqual(0.1);
  });

  test('finds at least 95% of the held-out half, with at most 10% false alarms', () => {
    process.stdout.write(`author-only support, held-out half: ${heldOut.summary}\n`);
    expect(heldOut.recall).toBeGreaterThanOrEqual(0.95);
    expect(heldOut.falseAlarms).toBeLessThanOrEqual(0.1);
  });
});

test('checks a text of maximum length in linear time', () => {
  const long = 'I want to be where the rain is not and never was, and I wish it were so. '.repeat(70);
  expect(growthOfCost(long, (text) => expect(isWorrying(text)).toBe(false))).toBeLessThan(24);
  expect(isWorrying(`${long}I want to die.`)).toBe(true);
});

test('empty texts, blanks and other scripts are not worrying', () => {
  for (const text of ['', '   \n', '🙂'.repeat(200), '今日は雨です', 'a'.repeat(5_000), `"${'x'.repeat(4_000)}`])
    expect(isWorrying(text)).toBe(false);
});
