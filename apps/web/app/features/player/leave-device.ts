import { letGoOfAll } from './device.ts';
import { sendReports } from './listening-reports.ts';
import { tellTabs } from './one-tab.ts';
import { closePlayer } from './player.ts';
import { removeAllAudio } from './saved-audio.ts';
import { cancelSaves } from './saves.ts';

/** So long the last word about what was heard may take. */
const patienceMilliseconds = 1_500;

/** What plays ends, and what was heard is told: as long as the session opens the way for it. */
export const tellHeard = async (memberId: string): Promise<void> => {
  closePlayer();
  tellTabs('signing-out');
  const telling = sendReports(memberId).catch(() => undefined);
  await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))]);
};

/** After a deliberate sign-out: nothing of it stays on this device. */
export const leaveDevice = async (memberId: string): Promise<void> => {
  await tellHeard(memberId);
  cancelSaves();
  letGoOfAll();
  await removeAllAudio();
};
