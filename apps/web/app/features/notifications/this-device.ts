import { notificationCalls } from '@commons/contract/notifications';
import { call } from '../../lib/api-client.ts';

/** What this browser lets the community tell its member while no page is open. */
export type DeviceState = 'unsupported' | 'denied' | 'on' | 'off';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Without a worker, as in development, nothing would ever be ready. */
const findRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration('/');

const findSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await findRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

export const deviceState = async (): Promise<DeviceState> => {
  if (!isSupported() || !(await findRegistration())) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off';
};

/** Asks the member's browser, which asks the member. */
export const turnOn = async (): Promise<DeviceState> => {
  if ((await Notification.requestPermission()) !== 'granted') return deviceState();
  const registration = await navigator.serviceWorker.ready;
  const { publicKey } = await call(notificationCalls.getPushKey, undefined);
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  try {
    await call(notificationCalls.keepPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    // Otherwise it would say "on" and never be told anything.
    await subscription.unsubscribe();
    throw error;
  }
  return deviceState();
};

export const turnOff = async (): Promise<DeviceState> => {
  await call(notificationCalls.endPushSubscription, undefined);
  await (await findSubscription())?.unsubscribe();
  return deviceState();
};

/** After a sign-out: the server has forgotten the device with the session, and what it showed goes. */
export const leaveDevice = async (): Promise<void> => {
  if (!isSupported()) return;
  const registration = await findRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await findSubscription())?.unsubscribe();
};
