import { productName } from '../../lib/product.ts';
import { isOwnUrl } from './external-sites.ts';
import type { PlayerState } from './player-store.ts';

type Commands = {
  play: () => void;
  pause: () => void;
  stop: () => void;
  seekTo: (seconds: number) => void;
  seekBy: (seconds: number) => void;
};

const stepSeconds = 10;

const getSession = (): MediaSession | undefined =>
  typeof navigator === 'undefined' ? undefined : navigator.mediaSession;

const setHandler = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
  try {
    getSession()?.setActionHandler(action, handler);
  } catch {
    // Browsers throw for unknown actions.
  }
};

/** Connects the lock screen and media keys to the player. */
export const connectMediaKeys = ({ play, pause, stop, seekTo, seekBy }: Commands): void => {
  setHandler('play', play);
  setHandler('pause', pause);
  setHandler('stop', stop);
  setHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) seekTo(seekTime);
  });
  setHandler('seekbackward', ({ seekOffset }) => seekBy(-(seekOffset ?? stepSeconds)));
  setHandler('seekforward', ({ seekOffset }) => seekBy(seekOffset ?? stepSeconds));
};

export const disconnectMediaKeys = (): void => {
  for (const action of ['play', 'pause', 'stop', 'seekto', 'seekbackward', 'seekforward'] as const)
    setHandler(action, null);
  const current = getSession();
  if (!current) return;
  current.metadata = null;
  current.playbackState = 'none';
};

/** Sets the metadata on the lock screen. */
export const showOnLockScreen = ({ meditation }: Pick<PlayerState, 'meditation'>): void => {
  const current = getSession();
  if (!current || meditation === null) return;
  const { albumCoverUrl } = meditation;
  current.metadata = new MediaMetadata({
    title: meditation.title,
    artist: productName,
    ...(albumCoverUrl !== null && isOwnUrl(albumCoverUrl) && { artwork: [{ src: albumCoverUrl }] }),
  });
};

/** Updates the playback state and position on the lock screen. */
export const updatePlaybackState = ({ status, position, duration, speed }: PlayerState): void => {
  const current = getSession();
  if (!current) return;
  current.playbackState = status === 'playing' || status === 'waiting' ? 'playing' : 'paused';
  if (duration > 0)
    current.setPositionState?.({ duration, position: Math.min(position, duration), playbackRate: speed });
};
