const firstHourOfDay = 6;
const firstHourOfNight = 20;

/** Each section has its place on the horizon, in the order of the left rail; whatever is not listed shares the last. */
const sections = ['', 'gratitude-wall', 'wellness-wins', 'leaderboard', 'meditations', 'events', 'messages'];

type Light = { light: 'sun' | 'moon'; x: number; y: number };

/**
 * The sun by day and the moon by night: as high as the hour, over the part of the horizon that is the section's. `x` and
 * `y` are percentages of the width and the height, from the upper left.
 */
export function lightAt(hour: number, pathname: string): Light {
  const isDay = hour >= firstHourOfDay && hour < firstHourOfNight;
  const length = isDay ? firstHourOfNight - firstHourOfDay : 24 - firstHourOfNight + firstHourOfDay;
  const progress = ((hour - (isDay ? firstHourOfDay : firstHourOfNight) + 24) % 24) / length;
  const section = sections.indexOf(pathname.split('/')[1] ?? '');
  return {
    light: isDay ? 'sun' : 'moon',
    x: 12 + (48 * (section === -1 ? sections.length : section)) / sections.length,
    y: 52 - 24 * Math.sin(Math.PI * progress),
  };
}

/** The light of a moment, by the clock of this device, as the drawing takes it. */
export function lightOf(moment: Date, pathname: string): { light: 'sun' | 'moon'; transform: string } {
  const { light, x, y } = lightAt(moment.getHours() + moment.getMinutes() / 60, pathname);
  return { light, transform: `translate(${x}%, ${y}%)` };
}
