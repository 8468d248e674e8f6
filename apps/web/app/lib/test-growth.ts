/** Returns the CPU time of some work in milliseconds: the minimum of seven runs. */
const busyMilliseconds = (work: () => void): number => {
  const times = Array.from({ length: 7 }, () => {
    const begin = process.cpuUsage();
    work();
    return process.cpuUsage(begin).user / 1_000;
  });
  return Math.min(...times);
};

/**
 * For tests: measures how the cost grows for a text that is eight times as long. 8 means linear, 64 quadratic. Both
 * sides process the same amount of text, so that neither run is too short to measure.
 */
export const growthOfCost = (text: string, read: (text: string) => void): number => {
  const long = text.repeat(8);
  const readShort = () => {
    for (let time = 0; time < 8; time += 1) read(text);
  };
  readShort();
  return (8 * busyMilliseconds(() => read(long))) / busyMilliseconds(readShort);
};
