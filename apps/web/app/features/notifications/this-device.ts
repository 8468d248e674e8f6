import { notificationCalls } from '@commons/contract/notifications/calls';
import { call } from '../../lib/api-client.ts';

/** State of push notifications in this browser. */
export type DeviceState = 'unsupported' | 'denied' | 'on' | 'off';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** `navigator.serviceWorker.ready` never resolves without a worker, as in development. */
const findRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration('/');

const findSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await findRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

export const readDeviceState = async (): Promise<DeviceState> => {
  if (!isSupported() || !(await findRegistration())) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off';
};

/** Asks for permission and subscribes this browser. */
export const turnOnPush = async (): Promise<DeviceState> => {
  if ((await Notification.requestPermission()) !== 'granted') return readDeviceState();
  const registration = await navigator.serviceWorker.ready;
  const { publicKey } = await call(notificationCalls.getPushKey, undefined);
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  try {
    await call(notificationCalls.savePushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    // Otherwise the state would be "on" without the server knowing the subscription.
    await subscription.unsubscribe();
    throw error;
  }
  return readDeviceState();
};

export const turnOffPush = async (): Promise<DeviceState> => {
  await call(notificationCalls.endPushSubscription, undefined);
  await (await findSubscription())?.unsubscribe();
  return readDeviceState();
};

/**
 * Runs after sign-out: closes visible notifications and unsubscribes. The server has deleted the subscription with the
 * session.
 */
export const clearPushFromDevice = async (): Promise<void> => {
  if (!isSupported()) return;
  const registration = await findRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await (await findSubscription())?.unsubscribe();
};
