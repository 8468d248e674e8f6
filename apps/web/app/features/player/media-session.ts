import { productName } from '../../lib/product.ts';
import { isOwnUrl } from './external-sites.ts';
import type { PlayerState } from './player-store.ts';

type Commands = Record<'play' | 'pause' | 'stop', () => void> & Record<'seekTo' | 'seekBy', (seconds: number) => void>;

const stepSeconds = 10;

const getSession = (): MediaSession | undefined =>
  typeof navigator === 'undefined' ? undefined : navigator.mediaSession;

/** Connects the lock screen and media keys to the player. Null disconnects them. */
export const connectMediaKeys = (commands: Commands | null): void => {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => commands?.play(),
    pause: () => commands?.pause(),
    stop: () => commands?.stop(),
    seekto: ({ seekTime }) => seekTime !== undefined && commands?.seekTo(seekTime),
    seekbackward: ({ seekOffset }) => commands?.seekBy(-(seekOffset ?? stepSeconds)),
    seekforward: ({ seekOffset }) => commands?.seekBy(seekOffset ?? stepSeconds),
  };
  for (const [action, handler] of Object.entries(handlers))
    try {
      getSession()?.setActionHandler(action as MediaSessionAction, commands && handler);
    } catch {
      // Browsers throw for unknown actions.
    }
};

/** Removes the player from the lock screen. */
export const disconnectMediaKeys = (): void => {
  connectMediaKeys(null);
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
    artist: meditation.teacher ?? productName,
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
