import { defineErrors } from './problem.ts';

export const profileErrors = defineErrors({
  'members.not_found': { status: 404, title: 'Member not found', detail: 'This member is not available.' },
});

/** Audiences of a part of a profile, besides its owner. */
export const audiences = ['members', 'connections', 'nobody'] as const;

export const profileLimits = { nameCharacters: 60, lineCharacters: 120, textCharacters: 1_000 } as const;

export const mutedWordLimits = { words: 100, minCharacters: 2, maxCharacters: 40 } as const;

export const profilePaths = {
  getProfile: { method: 'GET', path: '/api/users/{id}' },
  updateProfile: { method: 'PUT', path: '/api/auth/user' },
  getSettings: { method: 'GET', path: '/api/settings' },
  updateSettings: { method: 'PUT', path: '/api/settings' },
  listBlocks: { method: 'GET', path: '/api/blocks' },
  block: { method: 'POST', path: '/api/blocks/{userId}' },
  unblock: { method: 'DELETE', path: '/api/blocks/{userId}' },
  listMutes: { method: 'GET', path: '/api/mutes' },
  mute: { method: 'POST', path: '/api/mutes/{userId}' },
  unmute: { method: 'DELETE', path: '/api/mutes/{userId}' },
  getMutedWords: { method: 'GET', path: '/api/muted-words' },
  updateMutedWords: { method: 'PUT', path: '/api/muted-words' },
} as const;
