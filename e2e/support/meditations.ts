import type { Meditation } from '@commons/contract/meditations/schemas';
import type { Locator, Page } from '@playwright/test';
import { expect, test as journey } from './journey.ts';
import { type Member, unique } from './member.ts';

const samplesPerSecond = 8_000;

/** Creates a WAV file with a quiet tone: one byte per sample, no codec needed. */
export function createToneFile(seconds: number, hertz = 220): Buffer {
  const length = Math.round(seconds * samplesPerSecond);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(length, 40);
  const samples = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1)
    samples[index] = 128 + Math.round(20 * Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond));
  return Buffer.concat([header, samples]);
}

export type Tone = { title?: string; description?: string; seconds?: number; hertz?: number };

/** Uploads a meditation with a tone, 64 seconds by default. */
export const createToneMeditation = (
  admin: Member,
  { seconds = 64, hertz = 220, ...details }: Tone = {},
): Promise<Meditation> => uploadMeditation(admin, createToneFile(seconds, hertz), details);

/** Uploads a meditation with an audio file. */
export async function uploadMeditation(
  admin: Member,
  audio: Buffer,
  { title = unique('Evening bells'), description = '' }: Pick<Tone, 'title' | 'description'> = {},
): Promise<Meditation> {
  const form = new FormData();
  form.append('title', title);
  form.append('description', description);
  form.append('audioFile', new File([new Uint8Array(audio)], 'sound.bin'));
  const response = await fetch(`${admin.server.url}/api/meditations/upload`, {
    method: 'POST',
    headers: { cookie: `${admin.cookie.name}=${admin.cookie.value}` },
    body: form,
  });
  if (!response.ok) throw new Error(`The audio could not be uploaded: ${response.status} ${await response.text()}`);
  return (await response.json()) as Meditation;
}

export const player = (page: Page): Locator => page.getByRole('region', { name: 'Player', exact: true });
export const playButton = (page: Page): Locator => player(page).getByRole('button', { name: 'Play', exact: true });
export const pauseButton = (page: Page): Locator => player(page).getByRole('button', { name: 'Pause', exact: true });
export const seekBar = (page: Page): Locator => player(page).getByRole('slider', { name: 'Position' });
export const miniPlayer = (page: Page): Locator => page.getByRole('complementary', { name: 'Now playing' });
export const meditationCard = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: title, exact: true });

export async function openMeditation(page: Page, { id, title }: Pick<Meditation, 'id' | 'title'>): Promise<void> {
  await page.goto(`/meditations/${id}`);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

/** Opens a meditation and starts it. */
export async function listenTo(page: Page, meditation: Pick<Meditation, 'id' | 'title'>): Promise<void> {
  await openMeditation(page, meditation);
  await startPlaying(page);
}

export async function startPlaying(page: Page): Promise<void> {
  await playButton(page).click();
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
}

type OpenedMeditation = { page: Page; meditation: Meditation; listener: Member; reports: ListeningReport[] };

/** Extends the journey with one listener and one uploaded tone. */
export const test = journey.extend<{
  /** A new member opens a newly uploaded tone. */
  openTone: (tone?: Tone) => Promise<OpenedMeditation>;
  /** A new member opens and plays a newly uploaded tone. */
  listenToTone: (tone?: Tone) => Promise<OpenedMeditation>;
}>({
  openTone: async ({ join, openBrowser, admin }, use) => {
    await use(async (tone) => {
      const meditation = await createToneMeditation(admin, tone);
      const listener = await join();
      const page = await openBrowser(listener);
      const reports = recordListeningReports(page);
      await openMeditation(page, meditation);
      return { page, meditation, listener, reports };
    });
  },
  listenToTone: async ({ openTone }, use) => {
    await use(async (tone) => {
      const opened = await openTone(tone);
      await startPlaying(opened.page);
      return opened;
    });
  },
});

type AudioState = { position: number; duration: number; isPaused: boolean; source: string; isLooping: boolean };

/** Returns the state of the page's audio element. */
export const readAudioState = (page: Page): Promise<AudioState> =>
  page.locator('audio').evaluate((element) => {
    const { currentTime, duration, paused, currentSrc, loop } = element as HTMLAudioElement;
    return { position: currentTime, duration, isPaused: paused, source: currentSrc, isLooping: loop };
  });

export const readPosition = async (page: Page): Promise<number> => (await readAudioState(page)).position;

/** Plays at 16 times the speed, so that a minute of listening takes about four seconds. */
export const playFast = (page: Page): Promise<void> =>
  page.locator('audio').evaluate((element) => {
    const audio = element as HTMLAudioElement;
    // Fire the event now. Otherwise the page would mistake the next large step in time for a seek.
    audio.dispatchEvent(new Event('timeupdate'));
    audio.playbackRate = 16;
    audio.dispatchEvent(new Event('ratechange'));
  });

type ListeningReport = { path: string; secondsListened: number; completed: boolean; key: string | undefined };

/** Records the listening reports that the page sends from now on. */
export function recordListeningReports(page: Page): ListeningReport[] {
  const reports: ListeningReport[] = [];
  page.on('request', (trackRequest) => {
    const { pathname } = new URL(trackRequest.url());
    if (!pathname.endsWith('/track')) return;
    const listening = trackRequest.postDataJSON() as Pick<ListeningReport, 'secondsListened' | 'completed'>;
    reports.push({ path: pathname, key: trackRequest.headers()['idempotency-key'], ...listening });
  });
  return reports;
}
