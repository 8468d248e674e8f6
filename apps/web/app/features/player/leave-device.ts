import { letGoOfAll } from './device.ts';
import { sendReports } from './listening-reports.ts';
import { tellTabs } from './one-tab.ts';
import { closePlayer } from './player.ts';
import { removeAllAudio } from './saved-audio.ts';
import { cancelSaves } from './saves.ts';

/** Maximum wait for the last report at sign-out. */
const patienceMilliseconds = 1_500;

/** Stops the player and sends pending reports while the session is still valid. */
export const tellHeard = async (memberId: string): Promise<void> => {
  closePlayer();
  tellTabs('signing-out');
  const telling = sendReports(memberId).catch(() => undefined);
  await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))]);
};

/** Deletes all listening data after a deliberate sign-out. */
export const leaveDevice = async (memberId: string): Promise<void> => {
  await tellHeard(memberId);
  cancelSaves();
  letGoOfAll();
  await removeAllAudio();
};
