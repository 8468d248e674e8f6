import { letGoOfAll } from './device.ts';
import { sendReports } from './listening-reports.ts';
import { tellTabs } from './one-tab.ts';
import { closePlayer } from './player.ts';
import { removeAllAudio } from './saved-audio.ts';
import { cancelSaves } from './saves.ts';

/** So long the last word about what was heard may take. */
const patienceMilliseconds = 1_500;

/** Before a deliberate sign-out: what plays ends, what was heard is told, and nothing of it stays on this device. */
export const leaveDevice = async (memberId?: string): Promise<void> => {
  closePlayer();
  tellTabs('signed-out');
  if (memberId !== undefined) {
    const telling = sendReports(memberId).catch(() => undefined);
    await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))]);
  }
  cancelSaves();
  letGoOfAll();
  await removeAllAudio();
};
