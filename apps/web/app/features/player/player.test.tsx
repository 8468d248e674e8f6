import { meditationCalls } from '@commons/contract/meditations/calls';
import type { Meditation } from '@commons/contract/meditations/schemas';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { reply } from '../../../test/api.ts';
import { button, expectFocus, focus, newId, renderScreen, viewer } from '../../../test/screen.tsx';
import { allowSite, closePlayer, PlayerPanel, readPlayer } from './index.ts';
import MiniPlayer from './mini-player.tsx';
import { setLooping, setSpeed, setVolume } from './player.ts';

const samplesPerSecond = 8_000;

/** Creates a WAV file with silence: one byte per sample, no codec needed. */
function createAudioUrl(seconds: number): string {
  const length = seconds * samplesPerSecond;
  const header = new DataView(new ArrayBuffer(44));
  const write = (offset: number, text: string) =>
    [...text].forEach((letter, index) => header.setUint8(offset + index, letter.charCodeAt(0)));
  write(0, 'RIFF');
  header.setUint32(4, 36 + length, true);
  write(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, samplesPerSecond, true);
  header.setUint32(28, samplesPerSecond, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  write(36, 'data');
  header.setUint32(40, length, true);
  return URL.createObjectURL(new Blob([header, new Uint8Array(length).fill(128)], { type: 'audio/wav' }));
}

const meditationOf = (duration: number, audioUrl = createAudioUrl(duration)): Meditation => ({
  id: newId(),
  title: 'Evening bells',
  description: '',
  teacher: null,
  theme: null,
  audioUrl,
  albumCoverUrl: null,
  duration,
  createdAt: viewer.createdAt,
  commentsCount: 0,
  countsRevision: 0,
  can: { edit: false, delete: false },
});

const player = () => page.getByRole('region', { name: 'Player' });
const playButton = () => button('Play', player());
const pauseButton = () => button('Pause', player());
const repeatButton = () => button(/^Repeat/, player());
const seekBar = () => player().getByRole('slider', { name: 'Position' });
const timer = () => player().getByLabelText('Sleep timer');
const audio = (): HTMLAudioElement => document.querySelector('audio')!;
const seconds = (): number => Math.round(audio().currentTime);

/** Renders the player of a meditation whose audio the member has agreed to load. */
async function renderPlayer(meditation: Meditation) {
  allowSite(viewer.id, meditation.audioUrl);
  onTestFinished(closePlayer);
  return renderScreen(<PlayerPanel meditation={meditation} memberId={viewer.id} />);
}

async function startPlaying() {
  await playButton().click();
  await expect.element(pauseButton()).toHaveAttribute('aria-busy', 'false');
}

/** Replaces the clock of the sleep timer. */
function controlClock() {
  const now = performance.now.bind(performance);
  let offset = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + offset);
  onTestFinished(() => clock.mockRestore());
  return { advance: (milliseconds: number) => (offset += milliseconds) };
}

beforeEach(() => {
  reply(meditationCalls.trackListening, { pointsEarned: 0 } as never);
  setLooping(false);
  setSpeed(1);
  setVolume(1);
});

test('a listener plays, pauses and seeks by keyboard, by press and by dragging', async () => {
  await renderPlayer(meditationOf(200));
  await focus(playButton());
  await userEvent.keyboard('{Enter}');
  await expectFocus(pauseButton());
  await expect.element(pauseButton()).toHaveAttribute('aria-busy', 'false');
  await userEvent.keyboard(' ');
  await expectFocus(playButton());
  await button('Forward 15 seconds').click();
  await expect.poll(seconds).toBeGreaterThanOrEqual(15);
  await focus(seekBar());
  const presses = [
    ['Home', 0],
    ['ArrowRight', 5],
    ['ArrowUp', 10],
    ['PageUp', 40],
    ['ArrowLeft', 35],
    ['PageDown', 5],
    ['End', 200],
    ['PageDown', 170],
  ] as const;
  for (const [key, expected] of presses) {
    await userEvent.keyboard(`{${key}}`);
    await expect.poll(seconds, { message: key }).toBe(expected);
  }
  await expect.element(seekBar()).toHaveAttribute('aria-valuetext', '2 minutes 50 seconds of 3 minutes 20 seconds');
  await expect.element(player()).toMatchTextContent('2:50');
  await expect.element(player()).toMatchTextContent('-0:30');

  await seekBar().click();
  await expect.poll(seconds).toBeGreaterThan(90);
  expect(seconds()).toBeLessThan(110);
  // During a drag only the slider moves.
  const bar = seekBar().element() as HTMLInputElement;
  bar.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await seekBar().fill('150');
  expect(seconds()).toBeLessThan(110);
  window.dispatchEvent(new PointerEvent('pointerup'));
  await expect.poll(seconds).toBe(150);
});

test('a focused seek bar announces positions only when the listener moves it', async () => {
  await renderPlayer(meditationOf(400));
  await startPlaying();
  await focus(seekBar());
  const announced = () => seekBar().element().getAttribute('aria-valuetext');
  const before = announced();
  audio().playbackRate = 16;
  await expect.poll(seconds).toBeGreaterThan(8);
  expect(announced()).toBe(before);
  await userEvent.keyboard('{PageUp}');
  await expect.poll(announced).not.toBe(before);
  seekBar().element().blur();
  const after = announced();
  await expect.poll(announced).not.toBe(after);
});

test('a looping meditation starts again at its end, and without looping, playback stops there', async () => {
  await renderPlayer(meditationOf(64));
  await startPlaying();
  await repeatButton().click();
  await expect.element(repeatButton()).toHaveAttribute('aria-pressed', 'true');
  await focus(seekBar());
  await userEvent.keyboard('{End}');
  await expect.poll(seconds).toBeLessThan(10);
  await expect.element(pauseButton()).toBeVisible();
  await repeatButton().click();
  await focus(seekBar());
  await userEvent.keyboard('{End}');
  await expect.element(playButton()).toBeVisible();
  expect(seconds()).toBeGreaterThan(60);
});

test('at the end, the player says how long the meditation was and offers a quiet minute', async () => {
  await renderPlayer(meditationOf(64));
  await startPlaying();
  await focus(seekBar());
  await userEvent.keyboard('{End}');
  await expect.element(player()).toMatchTextContent('You gave yourself 1 minute. Notice how you feel now.');
  await button('Sit a minute longer', player()).click();
  await expect.element(player()).toMatchTextContent('One quiet minute. There is nothing to do.');
  await playButton().click();
  await expect.element(player()).not.toMatchTextContent('One quiet minute');
});

test('a listener changes speed and volume', async () => {
  await renderPlayer(meditationOf(64));
  await startPlaying();
  await player().getByLabelText('Speed').selectOptions('1.5×');
  await page.getByRole('slider', { name: 'Volume' }).fill('40');
  await expect.poll(() => [audio().playbackRate, audio().volume]).toEqual([1.5, 0.4]);
});

test('the lock screen shows the meditation and controls it', async () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const spy = vi
    .spyOn(navigator.mediaSession, 'setActionHandler')
    .mockImplementation((action, handler) => void handlers.set(action, handler));
  onTestFinished(() => spy.mockRestore());
  const act = (action: MediaSessionAction, details: object = {}) => handlers.get(action)?.({ action, ...details });
  await renderPlayer(meditationOf(200));
  await startPlaying();
  expect(navigator.mediaSession.metadata?.title).toBe('Evening bells');
  expect(navigator.mediaSession.playbackState).toBe('playing');
  act('pause');
  await expect.element(playButton()).toBeVisible();
  act('seekto', { seekTime: 100 });
  await expect.poll(seconds).toBe(100);
  act('seekbackward');
  await expect.poll(seconds).toBe(90);
  act('seekforward', { seekOffset: 30 });
  await expect.poll(seconds).toBe(120);
  act('play');
  await expect.element(pauseButton()).toBeVisible();
  act('stop');
  await expect.element(playButton()).toBeVisible();
  expect(navigator.mediaSession.metadata).toBeNull();
});

test('a meditation resumes where the listener left off', async () => {
  const meditation = meditationOf(200);
  const { leave } = await renderPlayer(meditation);
  await startPlaying();
  await focus(seekBar());
  await userEvent.keyboard('{PageUp}{PageUp}');
  await expect.poll(seconds).toBeGreaterThanOrEqual(60);
  await leave();
  closePlayer();
  await renderPlayer(meditation);
  await expect.element(player()).toMatchTextContent('You stopped at');
  await startPlaying();
  await expect.poll(seconds).toBeGreaterThanOrEqual(59);
});

test('the sleep timer fades the audio out and stops it', async () => {
  await renderPlayer(meditationOf(400));
  await startPlaying();
  await expect.element(timer()).toMatchTextContent('Off5 minutes10 minutes15 minutes30 minutesEnd of the meditation');
  const clock = controlClock();
  await timer().selectOptions('5 minutes');
  await expect.element(page.getByText(/^Fades out in [45]:\d\d$/)).toBeVisible();
  expect(audio().volume).toBe(1);
  let lowest = 1;
  audio().addEventListener('volumechange', () => (lowest = Math.min(lowest, audio().volume)));
  clock.advance(296_000);
  await expect.element(playButton()).toBeVisible();
  expect(lowest).toBeLessThan(0.9);
  await expect.element(timer()).toHaveValue('off');
  // Playing again restores the volume.
  await playButton().click();
  await expect.poll(() => audio().volume).toBe(1);
});

test('a sleep timer that is set in advance starts when playback starts', async () => {
  await renderPlayer(meditationOf(400));
  await timer().selectOptions('5 minutes');
  controlClock().advance(360_000);
  await startPlaying();
  await expect.element(page.getByText(/^Fades out in [45]:\d\d$/)).toBeVisible();
  await expect.element(timer()).toHaveValue('5');
});

test('the sleep timer does not announce a fade-out if the page cannot set the volume', async () => {
  // iOS ignores the volume that a page sets.
  const spy = vi.spyOn(HTMLMediaElement.prototype, 'volume', 'set').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
  await renderPlayer(meditationOf(400));
  await timer().selectOptions('5 minutes');
  await startPlaying();
  await expect.element(page.getByText(/^Stops in [45]:\d\d$/)).toBeVisible();
});

test('a sleep timer for the end of the meditation stops a looping meditation', async () => {
  await renderPlayer(meditationOf(64));
  await startPlaying();
  await repeatButton().click();
  await timer().selectOptions('End of the meditation');
  await focus(seekBar());
  await userEvent.keyboard('{End}');
  await expect.element(playButton()).toBeVisible();
  await expect.element(timer()).toHaveValue('off');
  await playButton().click();
  await expect.poll(() => audio().loop).toBe(true);
});

test('audio on another site loads only after "Play from there", which moves the focus and reports a failure', async () => {
  const meditation = meditationOf(64, 'https://audio.invalid/rain.wav');
  onTestFinished(closePlayer);
  // The browser records 250 requests, also of earlier tests.
  performance.clearResourceTimings();
  const isRequested = () => performance.getEntriesByName(meditation.audioUrl).length > 0;
  await renderScreen(<PlayerPanel meditation={meditation} memberId={viewer.id} />);
  await focus(button('Play from there'));
  expect(isRequested()).toBe(false);
  await userEvent.keyboard('{Enter}');
  await expectFocus(player());
  await expect.poll(isRequested).toBe(true);
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('The audio could not be loaded. Your place is saved.');
});

test('the mini player links to the meditation, announces problems, and passes the focus on when it is closed', async () => {
  const { leave } = await renderPlayer(meditationOf(400));
  await startPlaying();
  await leave();
  await renderScreen(<MiniPlayer />);
  const mini = page.getByRole('complementary', { name: 'Now playing' });
  await expect
    .element(mini.getByRole('link', { name: 'Evening bells' }))
    .toHaveAttribute('href', `/meditations/${readPlayer().meditation?.id}`);
  await focus(mini.getByRole('slider', { name: 'Position' }));
  await userEvent.keyboard('{PageUp}');
  await expect.poll(seconds).toBeGreaterThanOrEqual(30);
  await button('Pause', mini).click();
  await expect.element(button('Play', mini)).toBeVisible();
  audio().src = 'data:audio/wav;base64,';
  await expect.element(mini.getByRole('status')).toMatchTextContent('The audio could not be loaded');
  await focus(button('Close player', mini));
  await userEvent.keyboard('{Enter}');
  await expect.element(mini).not.toBeInTheDocument();
  await expectFocus(page.getByRole('main'));
});
