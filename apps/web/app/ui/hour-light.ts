const firstHourOfDay = 6;
const firstHourOfNight = 20;

/** Horizontal order of the sections, as in the left rail. All others share the last position. */
const sections = ['', 'gratitude-wall', 'wellness-wins', 'leaderboard', 'meditations', 'events', 'messages'];

type Light = { light: 'sun' | 'moon'; x: number; y: number };

/**
 * Returns the sun by day and the moon by night. The hour determines the height and the section the horizontal position.
 * `x` and `y` are percentages from the upper left.
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

/** Returns the light for a local time, with the CSS transform of the drawing. */
export function lightOf(moment: Date, pathname: string): { light: 'sun' | 'moon'; transform: string } {
  const { light, x, y } = lightAt(moment.getHours() + moment.getMinutes() / 60, pathname);
  return { light, transform: `translate(${x}%, ${y}%)` };
}
