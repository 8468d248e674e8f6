import {
  add,
  addBowl,
  ease,
  finish,
  inRoom,
  lowPass,
  pinkNoise,
  randomFrom,
  sampleAt,
  sampleRate,
  silence,
  type Sound,
} from './sound.ts';

/** Adds a soft chord. `loudness` returns its loudness at a time in seconds. */
function addDrone(sound: Sound, frequencies: number[], loudness: (time: number) => number): void {
  for (const [voice, hertz] of frequencies.entries())
    for (let index = 0; index < sound.left.length; index += 1) {
      const time = index / sampleRate;
      const swell = 0.75 + 0.25 * Math.sin(2 * Math.PI * (time / (17 + voice * 6)) + voice);
      const value = (loudness(time) * swell) / frequencies.length;
      add(sound.left, index, value * Math.sin(2 * Math.PI * hertz * time));
      add(sound.right, index, value * Math.sin(2 * Math.PI * (hertz + 0.13) * time));
    }
}

/** Adds noise. `shape` returns its loudness (0 to 1) and cutoff frequency at a time. The channels are independent. */
function addNoise(sound: Sound, seed: number, shape: (time: number) => { loudness: number; hertz: number }): void {
  for (const [offset, side] of [sound.left, sound.right].entries()) {
    const noise = pinkNoise(randomFrom(seed + offset));
    const [first, second] = [lowPass(), lowPass()];
    for (let index = 0; index < side.length; index += 1) {
      const { loudness, hertz } = shape(index / sampleRate);
      add(side, index, loudness * second(first(noise(), hertz), hertz));
    }
  }
}

type Phase = { at: number; seconds: number; kind: 'in' | 'hold' | 'out' | 'rest' };

/** Returns the phases of as many whole breaths as fit. `lengths` returns the seconds of each phase at a time. */
function breaths(from: number, until: number, lengths: (time: number) => Record<Phase['kind'], number>): Phase[] {
  const phases: Phase[] = [];
  for (let at = from; ;) {
    const parts = Object.entries(lengths(at)) as [Phase['kind'], number][];
    if (at + parts.reduce((sum, [, seconds]) => sum + seconds, 0) > until) return phases;
    for (const [kind, seconds] of parts) {
      if (seconds > 0) phases.push({ at, seconds, kind });
      at += seconds;
    }
  }
}

/** Returns the fullness of the lungs at each sample, from 0 to 1. */
function fullness(sound: Sound, phases: Phase[]): Float32Array {
  const full = new Float32Array(sound.left.length);
  for (const { at, seconds, kind } of phases) {
    const start = Math.round(at * sampleRate);
    const length = Math.round(seconds * sampleRate);
    for (let index = 0; index < length && start + index < full.length; index += 1) {
      const moved = ease(index / length);
      full[start + index] = { in: moved, hold: 1, out: 1 - moved, rest: 0 }[kind];
    }
  }
  return full;
}

/** Three minutes of box breathing: four counts in, hold, out and rest. A bowl marks the start of each phase. */
function fourCorners(): Sound {
  const sound = silence(180);
  const phases = breaths(8, 172, () => ({ in: 4, hold: 4, out: 4, rest: 4 }));
  const full = fullness(sound, phases);
  const pitches = { in: 329.63, hold: 392, out: 293.66, rest: 246.94 };
  addBowl(sound, { at: 0.5, hertz: 196, loudness: 0.8 });
  for (const { at, kind } of phases)
    addBowl(sound, {
      at,
      hertz: pitches[kind],
      loudness: 0.34,
      pan: { in: -0.4, hold: 0.4, out: 0.4, rest: -0.4 }[kind],
      seconds: 5,
    });
  addBowl(sound, { at: 170, hertz: 196, loudness: 0.7, seconds: 10 });
  const at = (time: number) => sampleAt(full, Math.round(time * sampleRate));
  addNoise(sound, 11, (time) => ({ loudness: 0.25 + 0.55 * at(time), hertz: 320 + 700 * at(time) }));
  addDrone(sound, [98, 146.83], () => 0.05);
  return finish(inRoom(sound, 0.3), { fadeIn: 1, fadeOut: 6, peak: 0.7 });
}

/** Five minutes of waves that rise with the in-breath and fall with the out-breath. They gradually slow down. */
function withTheTide(): Sound {
  const sound = silence(300);
  const phases = breaths(10, 288, (time) => {
    const settled = ease((time - 40) / 90);
    return { in: 4 + settled, hold: 0, out: 6 + settled * 1.5, rest: settled * 0.5 };
  });
  const full = fullness(sound, phases);
  const at = (time: number) => sampleAt(full, Math.round(time * sampleRate));
  addBowl(sound, { at: 1, hertz: 220, loudness: 0.5 });
  addBowl(sound, { at: 286, hertz: 220, loudness: 0.5, seconds: 13 });
  for (const { at: start, kind } of phases)
    if (kind === 'in') addBowl(sound, { at: start, hertz: 659.25, loudness: 0.05, pan: 0.2, seconds: 4 });
  addNoise(sound, 21, (time) => ({ loudness: 0.35 + 1.15 * at(time) ** 1.4, hertz: 260 + 1_700 * at(time) ** 2 }));
  addNoise(sound, 23, () => ({ loudness: 0.5, hertz: 180 }));
  addDrone(sound, [110, 164.81, 220], (time) => 0.035 + 0.05 * at(time));
  return finish(inRoom(sound, 0.22), { fadeIn: 4, fadeOut: 8, peak: 0.7 });
}

/** Eight minutes of bowls with growing pauses between them. */
function bowlsAtDusk(): Sound {
  const sound = silence(480);
  const random = randomFrom(31);
  const pitches = [146.83, 174.61, 196, 220, 261.63, 293.66];
  let gap = 11;
  let last = -1;
  for (let at = 2; at < 440; at += gap) {
    let next = Math.floor(random() * pitches.length);
    if (next === last) next = (next + 2) % pitches.length;
    last = next;
    addBowl(sound, {
      at,
      hertz: pitches[next] ?? 220,
      loudness: 0.5 + random() * 0.2,
      pan: random() * 1.2 - 0.6,
      seconds: 18,
    });
    if (random() < 0.3)
      addBowl(sound, {
        at: at + 2.4,
        hertz: 2 * (pitches[(next + 2) % pitches.length] ?? 220),
        loudness: 0.14,
        pan: -0.3,
        seconds: 10,
      });
    gap = Math.min(34, gap * 1.09);
  }
  for (const at of [448, 456, 464]) addBowl(sound, { at, hertz: 146.83, loudness: 0.55, seconds: 15 });
  addDrone(sound, [73.42, 110, 146.83], (time) => 0.07 * ease(time / 30) * ease((470 - time) / 60));
  addNoise(sound, 33, () => ({ loudness: 0.12, hertz: 300 }));
  return finish(inRoom(sound, 0.5), { fadeIn: 1, fadeOut: 6, peak: 0.7 });
}

/** Adds raindrops: short falling tones at random positions between left and right. */
function addDrops(sound: Sound, seed: number, perSecond: number, until: number): void {
  const random = randomFrom(seed);
  for (let at = 4; at < until; at += -Math.log(1 - random()) / perSecond) {
    const [hertz, pan, loudness] = [500 + random() ** 2 * 1_500, random(), 0.012 + random() ** 3 * 0.05];
    const start = Math.round(at * sampleRate);
    const length = Math.round((0.03 + random() * 0.05) * sampleRate);
    for (let index = 0; index < length && start + index < sound.left.length; index += 1) {
      const part = index / length;
      const tone = Math.sin((2 * Math.PI * hertz * (1 - 0.15 * part) * index) / sampleRate);
      const value = loudness * Math.min(1, index / 60) * Math.exp(-5 * part) * (1 - part) * tone;
      add(sound.left, start + index, value * (1 - pan));
      add(sound.right, start + index, value * pan);
    }
  }
}

/** Loudness of the rain, which decreases towards the end. */
const rainLoudness = (time: number) => 1 - 0.75 * ease((time - 480) / 200);
/** Strength of the wind, which varies slowly. */
const windStrength = (time: number) => 0.5 + 0.3 * Math.sin(time / 23) + 0.2 * Math.sin(time / 7.3 + 1);

/** Twelve minutes of rain on a roof at night. It fades towards the end. */
function rainAtNight(): Sound {
  const sound = silence(720);
  addNoise(sound, 41, () => ({ loudness: 0.9, hertz: 240 }));
  addNoise(sound, 43, (time) => ({
    loudness: (0.5 + 0.25 * windStrength(time)) * rainLoudness(time),
    hertz: 1_500 + 900 * windStrength(time),
  }));
  addDrops(sound, 47, 5, 640);
  addDrone(sound, [65.41, 98], () => 0.03);
  return finish(inRoom(sound, 0.15), { fadeIn: 8, fadeOut: 90, peak: 0.55 });
}

/** The tracks by file name. */
export const tracks: Record<string, () => Sound> = {
  'four-corners': fourCorners,
  'with-the-tide': withTheTide,
  'bowls-at-dusk': bowlsAtDusk,
  'rain-at-night': rainAtNight,
};
