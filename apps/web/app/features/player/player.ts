import type { Meditation } from '@commons/contract/meditations';
import { isOurs } from './elsewhere.ts';
import { beginListening, type Listening } from './listening.ts';
import { leaveMediaKeys, showOnLockScreen, showPlace, takeMediaKeys } from './media-session.ts';
import { listenToTabs, tellTabs } from './one-tab.ts';
import { findPlace } from './places.ts';
import { changePlayer, emptyPlayer, readPlayer, type SleepTimer } from './player-store.ts';
import { openSavedAudio } from './saved-audio.ts';
import { fadeAt, secondsToSleep } from './sleep-timer.ts';

const keepMilliseconds = 5_000;

let audio: HTMLAudioElement | null = null;
let listening: Listening | null = null;
let savedAddress: string | null = null;
let startAt = 0;
let keptAt = 0;
/** A seek of ours is under way. Any other is the loop's: it begins anew by one. */
let isLed = false;

const sampleOf = ({ currentTime, playbackRate }: HTMLAudioElement) => ({
  position: currentTime,
  at: performance.now(),
  rate: playbackRate,
});

/**
 * Returns the length of the meditation. The server has counted the frames of our own files; a browser estimates it from
 * the first ones, and is wrong by a factor of ten where a recording begins with silence. Elsewhere the browser's length
 * counts, unless it has none.
 */
const lengthOf = ({ duration }: HTMLAudioElement): number => {
  const { meditation } = readPlayer();
  if (meditation !== null && isOurs(meditation.audioUrl)) return meditation.duration;
  return Number.isFinite(duration) && duration > 0 ? duration : (meditation?.duration ?? 0);
};

/** Counts on to where it is now. What makes no sound is not heard. */
const hear = (player: HTMLAudioElement): void => {
  if (listening === null) return;
  if (isLed || player.muted || readPlayer().volume === 0) listening.breakOff();
  else if (player.loop && player.currentTime + 1 < readPlayer().position)
    listening.hearRound(sampleOf(player), readPlayer().duration);
  else listening.hear(sampleOf(player));
};

const keep = (): void => {
  keptAt = performance.now();
  listening?.keep(readPlayer().position);
};

/** The volume with the fade of the sleep timer; ends the sound when its time is over. */
const followSleepTimer = (player: HTMLAudioElement): void => {
  const { sleepTimer, volume, position, duration, speed } = readPlayer();
  const seconds = secondsToSleep(sleepTimer, { position, duration, speed }, performance.now());
  player.volume = volume * fadeAt(seconds);
  if (seconds === 0 && sleepTimer !== 'end') pause();
};

const on = {
  loadedmetadata: (player) => {
    if (startAt > 0) lead(player, startAt);
    startAt = 0;
  },
  durationchange: (player) => changePlayer({ duration: lengthOf(player) }),
  playing: (player) => {
    hear(player);
    changePlayer({ status: 'playing' });
    showPlace(readPlayer());
  },
  timeupdate: (player) => {
    if (!player.paused) hear(player);
    if (isLed) return;
    changePlayer({ position: player.currentTime });
    followSleepTimer(player);
    if (performance.now() - keptAt > keepMilliseconds) keep();
  },
  seeked: (player) => {
    isLed = false;
    hear(player);
    changePlayer({ position: player.currentTime });
    showPlace(readPlayer());
  },
  // What was heard until now was heard at the pace of until now.
  ratechange: (player) => {
    if (!player.paused) hear(player);
    showPlace(readPlayer());
  },
  waiting: (player) => {
    hear(player);
    listening?.breakOff();
    changePlayer({ status: 'waiting' });
  },
  pause: (player) => {
    // A browser pauses what failed, too.
    if (!player.paused || player.error !== null) return;
    hear(player);
    listening?.breakOff();
    const isAsleep = secondsToSleep(readPlayer().sleepTimer, readPlayer(), performance.now()) === 0;
    changePlayer({
      status: 'paused',
      position: player.currentTime,
      ...((isAsleep || player.ended) && { sleepTimer: null }),
    });
    // What the timer took away for the night is back for whoever begins again.
    player.volume = readPlayer().volume;
    followLoop();
    reportWhenOutOfSight();
    keep();
    showPlace(readPlayer());
  },
  ended: () => {
    listening?.finish();
    keep();
  },
  error: (player) => {
    listening?.breakOff();
    keep();
    void goOnFromCopy(player);
  },
} satisfies Partial<Record<keyof HTMLMediaElementEventMap, (player: HTMLAudioElement) => void>>;

/** Reports a listening that has paused while its player is not on the screen: nobody may come back to it. */
const reportWhenOutOfSight = (): void => {
  const { meditation, shownId, status } = readPlayer();
  const isSounding = status === 'playing' || status === 'waiting';
  if (!isSounding && shownId !== meditation?.id) listening?.report();
};

/** Notes which meditation's own player is on the screen; leaving it while it is paused reports the listening. */
export const showPlayerOf = (meditationId: string | null): void => {
  changePlayer({ shownId: meditationId });
  reportWhenOutOfSight();
};

const followLoop = (): void => {
  const { isLooping, sleepTimer } = readPlayer();
  // Whoever goes to sleep with it hears it once more to its end.
  if (audio) audio.loop = isLooping && sleepTimer !== 'end';
};

const openAudio = (): HTMLAudioElement => {
  if (audio !== null) return audio;
  const player = new Audio();
  player.preload = 'auto';
  for (const [type, handle] of Object.entries(on))
    player.addEventListener(type, () => {
      if (listening !== null) handle(player);
    });
  // In the page, where the browser's own tools for media look for it.
  document.body.append(player);
  window.addEventListener('pagehide', () => {
    keep();
    listening?.report({ isPageEnding: true });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
  listenToTabs({ playing: pause, 'signing-out': closePlayer });
  audio = player;
  return player;
};

const lead = (player: HTMLAudioElement, seconds: number): void => {
  isLed = true;
  listening?.breakOff();
  player.currentTime = seconds;
  changePlayer({ position: seconds });
};

/** A timer as it is when the sound begins: its minutes count from then, and what is over counts no more. */
const timerFrom = (timer: SleepTimer | null, now: number): SleepTimer | null => {
  if (timer === null || timer === 'end') return timer;
  if (timer.endsAt === null) return { ...timer, endsAt: now + timer.minutes * 60_000 };
  return timer.endsAt > now ? timer : null;
};

const sound = (player: HTMLAudioElement): void => {
  changePlayer({ status: 'waiting', sleepTimer: timerFrom(readPlayer().sleepTimer, performance.now()) });
  tellTabs('playing');
  takeMediaKeys({ play: resume, pause, stop: closePlayer, seekTo: seek, seekBy });
  showOnLockScreen(readPlayer());
  player.play().catch((error: unknown) => {
    // A browser that wants a press first; what fails otherwise is told by an event, or was ended by what came after.
    if (error instanceof DOMException && error.name === 'NotAllowedError') changePlayer({ status: 'paused' });
  });
};

const open = (player: HTMLAudioElement, address: string): void => {
  const { speed, volume } = readPlayer();
  player.src = address;
  player.defaultPlaybackRate = speed;
  player.playbackRate = speed;
  player.volume = volume;
  isLed = false;
  followLoop();
  sound(player);
};

/** Begins a meditation where its listener left it, or goes on with the one that is there. */
export const play = async (memberId: string, meditation: Meditation): Promise<void> => {
  const player = openAudio();
  if (listening?.meditation.id === meditation.id) {
    resume();
    return;
  }
  listening?.close();
  listening = beginListening(memberId, meditation);
  startAt = findPlace(memberId, meditation);
  changePlayer({ meditation, position: startAt, duration: meditation.duration });
  await openFromHere(player, listening);
};

/** Opens the copy on this device, or what the network brings. */
const openFromHere = async (player: HTMLAudioElement, begun: Listening): Promise<void> => {
  changePlayer({ status: 'waiting' });
  forgetSavedAddress();
  // Asked for at once where nothing is saved: some browsers let a sound begin in the very press alone.
  const opening = openSavedAudio(begun.memberId, begun.meditation);
  if (opening === null) {
    open(player, begun.meditation.audioUrl);
    return;
  }
  const address = await opening;
  if (listening !== begun) return;
  savedAddress = address;
  open(player, address ?? begun.meditation.audioUrl);
};

/** What the network did not bring to its end goes on from the copy that was saved meanwhile, if there is one. */
const goOnFromCopy = async (player: HTMLAudioElement): Promise<void> => {
  const begun = listening;
  const { status, position } = readPlayer();
  const isWanted = begun !== null && savedAddress === null && status !== 'paused';
  // Nobody is told of a trouble that is none a moment later.
  const address = isWanted ? await openSavedAudio(begun.memberId, begun.meditation) : null;
  if (listening !== begun) return;
  if (address === null) {
    changePlayer({ status: 'failed' });
    return;
  }
  savedAddress = address;
  startAt = position;
  open(player, address);
};

const forgetSavedAddress = (): void => {
  if (savedAddress !== null) URL.revokeObjectURL(savedAddress);
  savedAddress = null;
};

export const resume = (): void => {
  if (audio === null || listening === null) return;
  if (readPlayer().status === 'failed') {
    startAt = readPlayer().position;
    void openFromHere(audio, listening);
  } else sound(audio);
};

export const pause = (): void => audio?.pause();

export const seek = (seconds: number): void => {
  if (audio === null || listening === null) return;
  const to = Math.min(Math.max(0, seconds), readPlayer().duration);
  if (audio.readyState === HTMLMediaElement.HAVE_NOTHING) {
    startAt = to;
    changePlayer({ position: to });
  } else lead(audio, to);
};

export const seekBy = (seconds: number): void => seek(readPlayer().position + seconds);

export const setLooping = (isLooping: boolean): void => {
  changePlayer({ isLooping });
  followLoop();
};

export const setSpeed = (speed: number): void => {
  changePlayer({ speed });
  if (audio === null) return;
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
};

export const setVolume = (volume: number): void => {
  changePlayer({ volume });
  if (audio) followSleepTimer(audio);
};

export const setSleepTimer = (choice: number | 'end' | null): void => {
  const timer = typeof choice === 'number' ? { minutes: choice, endsAt: null } : choice;
  const { status } = readPlayer();
  const isSounding = status === 'playing' || status === 'waiting';
  changePlayer({ sleepTimer: isSounding ? timerFrom(timer, performance.now()) : timer });
  followLoop();
  if (audio) followSleepTimer(audio);
};

/** Ends the listening: what was heard is told, and nothing sounds any more. */
export const closePlayer = (): void => {
  if (audio === null || listening === null) return;
  hear(audio);
  keep();
  listening.close();
  listening = null;
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  forgetSavedAddress();
  leaveMediaKeys();
  emptyPlayer();
};

/** iOS leaves the volume to its buttons: what is set is not kept. */
export const canSetVolume = (): boolean => {
  const probe = new Audio();
  probe.volume = 0.5;
  return probe.volume === 0.5;
};
