import type { Meditation } from '@commons/contract/meditations/schemas';
import { isOwnUrl } from './external-sites.ts';
import { removeAllStoredValues } from './listening-storage.ts';
import { type ListeningSession, sendReports, startListening, findSavedPosition } from './listening.ts';
import { connectMediaKeys, disconnectMediaKeys, showOnLockScreen, updatePlaybackState } from './media-session.ts';
import { type SleepTimer, changePlayer, fadeAt, readPlayer, resetPlayer, secondsUntilSleep } from './player-store.ts';
import { cancelSaves, openSavedAudio, removeAllAudio } from './saved-audio.ts';

const saveIntervalMilliseconds = 5_000;

/** Only one tab plays at a time: starting one pauses the others, so that nothing counts twice. */
let tabs: BroadcastChannel | undefined;
/** Undefined if the browser lacks or blocks broadcast channels. Tabs then do not know of each other. */
const openTabs = (): BroadcastChannel | undefined => {
  try {
    return (tabs ??= new BroadcastChannel('meditations'));
  } catch {
    return undefined;
  }
};
const notifyTabs = (message: 'playing' | 'signing-out'): void => openTabs()?.postMessage(message);

let audio: HTMLAudioElement | null = null;
let listening: ListeningSession | null = null;
let savedAddress: string | null = null;
let startAt = 0;
let lastSavedAt = 0;
/** Our own seek is in progress. Any other seek comes from the loop. */
let isSeeking = false;

const sampleOf = ({ currentTime, playbackRate }: HTMLAudioElement) => ({
  position: currentTime,
  at: performance.now(),
  rate: playbackRate,
});

/**
 * Returns the length of the meditation. For our own files the server has counted the frames. A browser estimates it
 * from the first frames, and is wrong by a factor of ten if a recording starts with silence. For other sites the
 * browser's value is used, if it has one.
 */
const lengthOf = ({ duration }: HTMLAudioElement): number => {
  const { meditation } = readPlayer();
  if (meditation !== null && isOwnUrl(meditation.audioUrl)) return meditation.duration;
  return Number.isFinite(duration) && duration > 0 ? duration : (meditation?.duration ?? 0);
};

/** Records a sample. Muted playback does not count. */
const recordSample = (player: HTMLAudioElement): void => {
  if (listening === null) return;
  if (isSeeking || player.muted || readPlayer().volume === 0) listening.interrupt();
  else if (player.loop && player.currentTime + 1 < readPlayer().position)
    listening.recordLoop(sampleOf(player), readPlayer().duration);
  else listening.record(sampleOf(player));
};

const saveProgress = (): void => {
  lastSavedAt = performance.now();
  listening?.save(readPlayer().position);
};

/** Applies the sleep timer's fade to the volume, and pauses at its end. */
const applySleepTimer = (player: HTMLAudioElement): void => {
  const { sleepTimer, volume, position, duration, speed } = readPlayer();
  const seconds = secondsUntilSleep(sleepTimer, { position, duration, speed }, performance.now());
  player.volume = volume * fadeAt(seconds);
  if (seconds === 0 && sleepTimer !== 'end') pause();
};

const audioHandlers = {
  loadedmetadata: (player) => {
    if (startAt > 0) seekAudio(player, startAt);
    startAt = 0;
  },
  durationchange: (player) => changePlayer({ duration: lengthOf(player) }),
  playing: (player) => {
    recordSample(player);
    changePlayer({ status: 'playing' });
    updatePlaybackState(readPlayer());
  },
  timeupdate: (player) => {
    if (!player.paused) recordSample(player);
    if (isSeeking) return;
    changePlayer({ position: player.currentTime });
    applySleepTimer(player);
    if (performance.now() - lastSavedAt > saveIntervalMilliseconds) saveProgress();
  },
  seeked: (player) => {
    isSeeking = false;
    recordSample(player);
    changePlayer({ position: player.currentTime });
    updatePlaybackState(readPlayer());
  },
  // Record a sample before the new rate applies.
  ratechange: (player) => {
    if (!player.paused) recordSample(player);
    updatePlaybackState(readPlayer());
  },
  waiting: (player) => {
    recordSample(player);
    listening?.interrupt();
    changePlayer({ status: 'waiting' });
  },
  pause: (player) => {
    // Browsers also pause after an error.
    if (!player.paused || player.error !== null) return;
    recordSample(player);
    listening?.interrupt();
    const isAsleep = secondsUntilSleep(readPlayer().sleepTimer, readPlayer(), performance.now()) === 0;
    changePlayer({
      status: 'paused',
      position: player.currentTime,
      ...((isAsleep || player.ended) && { sleepTimer: null }),
    });
    // Restore the volume that the sleep timer has lowered.
    player.volume = readPlayer().volume;
    applyLooping();
    reportIfPausedOffScreen();
    saveProgress();
    updatePlaybackState(readPlayer());
  },
  ended: () => {
    listening?.finish();
    saveProgress();
  },
  error: (player) => {
    listening?.interrupt();
    saveProgress();
    void resumeFromSavedCopy(player);
  },
} satisfies Partial<Record<keyof HTMLMediaElementEventMap, (player: HTMLAudioElement) => void>>;

/** Reports a listening that is paused while its screen is closed, because the listener may not come back. */
const reportIfPausedOffScreen = (): void => {
  const { meditation, openScreenId, status } = readPlayer();
  const isPlaying = status === 'playing' || status === 'waiting';
  if (!isPlaying && openScreenId !== meditation?.id) listening?.report();
};

/** Records which meditation's own screen is open. Leaving it while paused reports the listening. */
export const recordOpenScreen = (meditationId: string | null): void => {
  changePlayer({ openScreenId: meditationId });
  reportIfPausedOffScreen();
};

const applyLooping = (): void => {
  const { isLooping, sleepTimer } = readPlayer();
  // With the timer "end of the meditation", the current round is the last one.
  if (audio) audio.loop = isLooping && sleepTimer !== 'end';
};

const openAudio = (): HTMLAudioElement => {
  if (audio !== null) return audio;
  const player = new Audio();
  player.preload = 'auto';
  for (const [type, handle] of Object.entries(audioHandlers))
    player.addEventListener(type, () => {
      if (listening !== null) handle(player);
    });
  // In the document, so that browser tools for media find it.
  document.body.append(player);
  window.addEventListener('pagehide', () => {
    saveProgress();
    listening?.report({ isPageEnding: true });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveProgress();
  });
  openTabs()?.addEventListener('message', ({ data }) => (data === 'playing' ? pause() : closePlayer()));
  audio = player;
  return player;
};

const seekAudio = (player: HTMLAudioElement, seconds: number): void => {
  isSeeking = true;
  listening?.interrupt();
  player.currentTime = seconds;
  changePlayer({ position: seconds });
};

/** Starts the sleep timer's minutes when playback starts. Drops an expired timer. */
const startSleepTimer = (timer: SleepTimer | null, now: number): SleepTimer | null => {
  if (timer === null || timer === 'end') return timer;
  if (timer.endsAt === null) return { ...timer, endsAt: now + timer.minutes * 60_000 };
  return timer.endsAt > now ? timer : null;
};

const startPlayback = (player: HTMLAudioElement): void => {
  changePlayer({ status: 'waiting', sleepTimer: startSleepTimer(readPlayer().sleepTimer, performance.now()) });
  notifyTabs('playing');
  connectMediaKeys({ play: resume, pause, stop: closePlayer, seekTo: seek, seekBy });
  showOnLockScreen(readPlayer());
  player.play().catch((error: unknown) => {
    // The browser requires a user gesture. Other failures are reported by events or come from a newer action.
    if (error instanceof DOMException && error.name === 'NotAllowedError') changePlayer({ status: 'paused' });
  });
};

const openAddress = (player: HTMLAudioElement, address: string): void => {
  const { speed, volume } = readPlayer();
  player.src = address;
  player.defaultPlaybackRate = speed;
  player.playbackRate = speed;
  player.volume = volume;
  isSeeking = false;
  applyLooping();
  startPlayback(player);
};

/** Starts a meditation at its stored position, or resumes the current one. */
export const play = async (memberId: string, meditation: Meditation): Promise<void> => {
  const player = openAudio();
  if (listening?.meditation.id === meditation.id) {
    resume();
    return;
  }
  listening?.close();
  listening = startListening(memberId, meditation);
  startAt = findSavedPosition(memberId, meditation);
  changePlayer({ meditation, position: startAt, duration: meditation.duration });
  await openSource(player, listening);
};

/** Opens the copy saved on this device, or the URL. */
const openSource = async (player: HTMLAudioElement, openedListening: ListeningSession): Promise<void> => {
  changePlayer({ status: 'waiting' });
  releaseSavedAddress();
  // Synchronous without a saved copy, because some browsers allow playback only during the click event.
  const savedCopy = openSavedAudio(openedListening.memberId, openedListening.meditation);
  if (savedCopy === null) {
    openAddress(player, openedListening.meditation.audioUrl);
    return;
  }
  const address = await savedCopy;
  if (listening !== openedListening) return;
  savedAddress = address;
  openAddress(player, address ?? openedListening.meditation.audioUrl);
};

/** Continues with the saved copy, if there is one, after the network failed. */
const resumeFromSavedCopy = async (player: HTMLAudioElement): Promise<void> => {
  const failedListening = listening;
  const { status, position } = readPlayer();
  const mayUseSavedCopy = failedListening !== null && savedAddress === null && status !== 'paused';
  // Do not show a failure that is resolved a moment later.
  const address = mayUseSavedCopy ? await openSavedAudio(failedListening.memberId, failedListening.meditation) : null;
  if (listening !== failedListening) return;
  if (address === null) {
    changePlayer({ status: 'failed' });
    return;
  }
  savedAddress = address;
  startAt = position;
  openAddress(player, address);
};

const releaseSavedAddress = (): void => {
  if (savedAddress !== null) URL.revokeObjectURL(savedAddress);
  savedAddress = null;
};

export const resume = (): void => {
  if (audio === null || listening === null) return;
  if (readPlayer().status === 'failed') {
    startAt = readPlayer().position;
    void openSource(audio, listening);
  } else startPlayback(audio);
};

export const pause = (): void => audio?.pause();

export const seek = (seconds: number): void => {
  if (audio === null || listening === null) return;
  const to = Math.min(Math.max(0, seconds), readPlayer().duration);
  if (audio.readyState === HTMLMediaElement.HAVE_NOTHING) {
    startAt = to;
    changePlayer({ position: to });
  } else seekAudio(audio, to);
};

export const seekBy = (seconds: number): void => seek(readPlayer().position + seconds);

export const setLooping = (isLooping: boolean): void => {
  changePlayer({ isLooping });
  applyLooping();
};

export const setSpeed = (speed: number): void => {
  changePlayer({ speed });
  if (audio === null) return;
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
};

export const setVolume = (volume: number): void => {
  changePlayer({ volume });
  if (audio) applySleepTimer(audio);
};

export const setSleepTimer = (choice: number | 'end' | null): void => {
  const timer = typeof choice === 'number' ? { minutes: choice, endsAt: null } : choice;
  const { status } = readPlayer();
  const isPlaying = status === 'playing' || status === 'waiting';
  changePlayer({ sleepTimer: isPlaying ? startSleepTimer(timer, performance.now()) : timer });
  applyLooping();
  if (audio) applySleepTimer(audio);
};

/** Ends the listening: reports it and stops playback. */
export const closePlayer = (): void => {
  if (audio === null || listening === null) return;
  recordSample(audio);
  saveProgress();
  listening.close();
  listening = null;
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  releaseSavedAddress();
  disconnectMediaKeys();
  resetPlayer();
};

/** Whether the volume can be set. iOS ignores changes and leaves the volume to its buttons. */
export const canSetVolume = (): boolean => {
  const probe = new Audio();
  probe.volume = 0.5;
  return probe.volume === 0.5;
};

/** Maximum wait for the last report at sign-out. */
const maxWaitMilliseconds = 1_500;

/** Stops the player and sends pending reports while the session is still valid. */
export const reportListening = async (memberId: string): Promise<void> => {
  closePlayer();
  notifyTabs('signing-out');
  const sending = sendReports(memberId).catch(() => undefined);
  await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, maxWaitMilliseconds))]);
};

/** Deletes all listening data after a deliberate sign-out. */
export const clearPlayerData = async (memberId: string): Promise<void> => {
  await reportListening(memberId);
  cancelSaves();
  removeAllStoredValues();
  await removeAllAudio();
};
