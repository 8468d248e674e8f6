import { sendReports } from './listening-reports.ts';
import { removeAllStoredValues } from './listening-storage.ts';
import { notifyTabs } from './one-tab.ts';
import { closePlayer } from './player.ts';
import { removeAllAudio } from './saved-audio.ts';
import { cancelSaves } from './saves.ts';

/** Maximum wait for the last report at sign-out. */
const maxWaitMilliseconds = 1_500;

/** Stops the player and sends pending reports while the session is still valid. */
export const reportListening = async (memberId: string): Promise<void> => {
  closePlayer();
  notifyTabs('signing-out');
  const sending = sendReports(memberId).catch(() => undefined);
  await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, maxWaitMilliseconds))]);
};

/** Deletes all listening data after a deliberate sign-out. */
export const clearPlayerData = async (memberId: string): Promise<void> => {
  await reportListening(memberId);
  cancelSaves();
  removeAllStoredValues();
  await removeAllAudio();
};
