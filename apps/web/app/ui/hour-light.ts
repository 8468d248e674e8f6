const firstHourOfDay = 6;
const firstHourOfNight = 20;

/** Returns the sun by day and the moon by night, in local time. */
export function lightOf(moment: Date): 'sun' | 'moon' {
  const hour = moment.getHours();
  return hour >= firstHourOfDay && hour < firstHourOfNight ? 'sun' : 'moon';
}
