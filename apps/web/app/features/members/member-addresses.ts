import type * as media from '@commons/contract/media';
import type * as profiles from '@commons/contract/profiles';
import { endpointAddress } from '../../lib/endpoint-address.ts';

/** The members' calls; the compiler holds each against the contract. */
export const memberAddresses = {
  getProfile: endpointAddress<typeof profiles.getProfile>({ method: 'GET', path: '/api/users/{id}' }),
  updateProfile: endpointAddress<typeof profiles.updateProfile>({ method: 'PUT', path: '/api/auth/user' }),
  uploadPhoto: endpointAddress<typeof media.uploadProfilePhoto>({ method: 'POST', path: '/api/auth/user/photo' }),
  removePhoto: endpointAddress<typeof media.removeProfilePhoto>({ method: 'DELETE', path: '/api/auth/user/photo' }),
  getSettings: endpointAddress<typeof profiles.getSettings>({ method: 'GET', path: '/api/settings' }),
  updateSettings: endpointAddress<typeof profiles.updateSettings>({ method: 'PUT', path: '/api/settings' }),
  listBlocks: endpointAddress<typeof profiles.listBlocks>({ method: 'GET', path: '/api/blocks' }),
  block: endpointAddress<typeof profiles.block>({ method: 'POST', path: '/api/blocks/{userId}' }),
  unblock: endpointAddress<typeof profiles.unblock>({ method: 'DELETE', path: '/api/blocks/{userId}' }),
  listMutes: endpointAddress<typeof profiles.listMutes>({ method: 'GET', path: '/api/mutes' }),
  mute: endpointAddress<typeof profiles.mute>({ method: 'POST', path: '/api/mutes/{userId}' }),
  unmute: endpointAddress<typeof profiles.unmute>({ method: 'DELETE', path: '/api/mutes/{userId}' }),
} as const;
