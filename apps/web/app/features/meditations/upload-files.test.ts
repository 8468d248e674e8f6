import { expect, test } from 'vitest';
import { audioProblem, lengthProblem } from './upload-files.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });
const megabyte = 1024 * 1024;

test('accepts audio files by type, or by extension if the type is unknown', () => {
  expect(audioProblem(file('rain.mp3', 'audio/mpeg'))).toBeUndefined();
  expect(audioProblem(file('rain.M4A', ''))).toBeUndefined();
  expect(audioProblem(file('rain.pdf', 'application/pdf'))).toContain('MP3, WAV, OGG, M4A or AAC');
});

test('rejects files above the size limit before uploading', () => {
  expect(audioProblem(file('rain.wav', 'audio/wav', 50 * megabyte))).toBeUndefined();
  expect(audioProblem(file('rain.wav', 'audio/wav', 50 * megabyte + 1))).toContain('50 MB');
});

test('accepts lengths from one minute to four hours', () => {
  expect([59.4, 59.6, 14_400, 14_401].map((seconds) => lengthProblem(seconds) === undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
