const weekMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The same day and time a month before; a month that is too short for it ends earlier. */
function monthBefore(now: Date): Date {
  const before = new Date(now);
  before.setMonth(now.getMonth() - 1);
  // The day that the month before does not have became one of this month.
  if (before.getMonth() === now.getMonth()) before.setDate(0);
  return before;
}

/** How many there are, and how many came in the last 7 days and in the last month. */
export function countEntries(entries: readonly { createdAt: string }[], now: Date) {
  const since = (moment: number) => entries.filter(({ createdAt }) => Date.parse(createdAt) >= moment).length;
  return {
    total: entries.length,
    week: since(now.getTime() - weekMilliseconds),
    month: since(monthBefore(now).getTime()),
  };
}
