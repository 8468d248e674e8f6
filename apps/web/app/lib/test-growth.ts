/** Milliseconds that a processor was busy with it, at the quietest of three times. */
const busyMilliseconds = (work: () => void): number => {
  const times = Array.from({ length: 3 }, () => {
    const begin = process.cpuUsage();
    work();
    return process.cpuUsage(begin).user / 1_000;
  });
  return Math.min(...times);
};

/**
 * For tests: how many times as long something takes for a text eight times as long. 8 is in proportion, 64 by the square;
 * how busy the machine is changes neither.
 */
export const growthOfCost = (text: string, read: (text: string) => void): number => {
  read(text);
  return busyMilliseconds(() => read(text.repeat(8))) / busyMilliseconds(() => read(text));
};
