/** Milliseconds that a processor was busy with it, at the quietest of seven times. */
const busyMilliseconds = (work: () => void): number => {
  const times = Array.from({ length: 7 }, () => {
    const begin = process.cpuUsage();
    work();
    return process.cpuUsage(begin).user / 1_000;
  });
  return Math.min(...times);
};

/**
 * For tests: how many times as long something takes for a text eight times as long. 8 is in proportion, 64 by the square.
 * Both sides read as much, so that neither is too short to be told from what the process does beside it.
 */
export const growthOfCost = (text: string, read: (text: string) => void): number => {
  const long = text.repeat(8);
  const readShort = () => {
    for (let time = 0; time < 8; time += 1) read(text);
  };
  readShort();
  return (8 * busyMilliseconds(() => read(long))) / busyMilliseconds(readShort);
};
