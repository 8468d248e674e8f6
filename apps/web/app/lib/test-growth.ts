/** Returns the CPU time of some work in milliseconds: the minimum of seven runs. */
const busyMilliseconds = (callback: () => void): number => {
  const times = Array.from({ length: 7 }, () => {
    const begin = process.cpuUsage();
    callback();
    return process.cpuUsage(begin).user / 1_000;
  });
  return Math.min(...times);
};

/**
 * For tests: measures how the cost grows for a text that is eight times as long. 8 means linear, 64 quadratic. Both
 * sides process the same amount of text, so that neither run is too short to measure.
 */
export const growthOfCost = (text: string, process: (text: string) => void): number => {
  const long = text.repeat(8);
  const processShort = () => {
    for (let time = 0; time < 8; time += 1) process(text);
  };
  processShort();
  return (8 * busyMilliseconds(() => process(long))) / busyMilliseconds(processShort);
};
