import { useViewerId } from '../auth/index.ts';
import { findLastMember } from './listening-storage.ts';

/** Returns the listener's id: the viewer, or offline the last member on this device. Null if unknown. */
export const usePlayerMemberId = (): string | null => {
  const viewerId = useViewerId();
  return viewerId ?? findLastMember();
};
