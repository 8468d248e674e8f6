import { productName } from '../../lib/product.ts';
import { isOwnUrl } from './elsewhere.ts';
import type { PlayerState } from './player-store.ts';

type Commands = {
  play: () => void;
  pause: () => void;
  stop: () => void;
  seekTo: (seconds: number) => void;
  seekBy: (seconds: number) => void;
};

const stepSeconds = 10;

const session = (): MediaSession | undefined => (typeof navigator === 'undefined' ? undefined : navigator.mediaSession);

const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
  try {
    session()?.setActionHandler(action, handler);
  } catch {
    // Browsers throw for unknown actions.
  }
};

/** Connects the lock screen and media keys to the player. */
export const connectMediaKeys = ({ play, pause, stop, seekTo, seekBy }: Commands): void => {
  handle('play', play);
  handle('pause', pause);
  handle('stop', stop);
  handle('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) seekTo(seekTime);
  });
  handle('seekbackward', ({ seekOffset }) => seekBy(-(seekOffset ?? stepSeconds)));
  handle('seekforward', ({ seekOffset }) => seekBy(seekOffset ?? stepSeconds));
};

export const disconnectMediaKeys = (): void => {
  for (const action of ['play', 'pause', 'stop', 'seekto', 'seekbackward', 'seekforward'] as const)
    handle(action, null);
  const current = session();
  if (!current) return;
  current.metadata = null;
  current.playbackState = 'none';
};

/** Sets the metadata on the lock screen. */
export const showOnLockScreen = ({ meditation }: Pick<PlayerState, 'meditation'>): void => {
  const current = session();
  if (!current || meditation === null) return;
  const { albumCoverUrl } = meditation;
  current.metadata = new MediaMetadata({
    title: meditation.title,
    artist: productName,
    ...(albumCoverUrl !== null && isOwnUrl(albumCoverUrl) && { artwork: [{ src: albumCoverUrl }] }),
  });
};

/** Updates the playback state and position on the lock screen. */
export const showPosition = ({ status, position, duration, speed }: PlayerState): void => {
  const current = session();
  if (!current) return;
  current.playbackState = status === 'playing' || status === 'waiting' ? 'playing' : 'paused';
  if (duration > 0)
    current.setPositionState?.({ duration, position: Math.min(position, duration), playbackRate: speed });
};
