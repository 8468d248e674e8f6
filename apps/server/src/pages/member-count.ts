/** In a smaller community the number would not encourage anyone. */
const minShownMembers = 10;

const maxAgeMilliseconds = 60_000;

export type MemberCountOptions = {
  /** Counts the active members. */
  count: () => Promise<number>;
  /** Renders the pages with the number again. Undefined hides it. */
  render: (memberCount: number | undefined) => Promise<void>;
  reportError: (error: unknown) => void;
};

/**
 * Keeps the number of members on the pages up to date. Returns a function for each visit: it counts at most once a
 * minute, and the visitor does not wait for it. If counting fails, the pages keep the previous number.
 */
export async function createMemberCount({ count, render, reportError }: MemberCountOptions): Promise<() => void> {
  let shownCount: number | undefined;
  let countedAt: number;
  const refresh = async () => {
    countedAt = Date.now();
    try {
      const members = await count();
      const newCount = members < minShownMembers ? undefined : members;
      if (newCount === shownCount) return;
      await render(newCount);
      shownCount = newCount;
    } catch (error) {
      reportError(error);
    }
  };
  await refresh();
  return () => {
    if (Date.now() - countedAt >= maxAgeMilliseconds) void refresh();
  };
}
