import { useViewerId } from '../auth/index.ts';
import { findLastMember } from './device.ts';

/** Who listens: without a connection, whoever was here last. Null where nobody is known. */
export const useListenerId = (): string | null => {
  const viewerId = useViewerId();
  return viewerId ?? findLastMember();
};
