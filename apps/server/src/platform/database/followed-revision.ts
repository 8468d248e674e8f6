/** The revision is read once a second, so a process uses a change of another one within two seconds. */
const pollMilliseconds = 1_000;

export type FollowedRevision = {
  /** Reads the latest state. After it, this process uses everything that was committed before the call. */
  refresh: () => Promise<void>;
  close: () => void;
};

/** Calls `readLatest` once a second and on request, one call at a time. */
export function followRevision(readLatest: () => Promise<void>): FollowedRevision {
  let reading: Promise<void> | undefined;
  /** Starts another read after the present one, which may have started before the caller's commit. */
  const refresh = (): Promise<void> => {
    const next = (reading ?? Promise.resolve()).catch(() => {}).then(readLatest);
    reading = next;
    const finish = () => {
      if (reading === next) reading = undefined;
    };
    next.then(finish, finish);
    return next;
  };
  // A database outage is reported elsewhere. The next poll tries again.
  const poll = setInterval(() => void (reading ?? refresh().catch(() => {})), pollMilliseconds);
  poll.unref();
  return { refresh, close: () => clearInterval(poll) };
}
