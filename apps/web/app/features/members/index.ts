export { BlockConfirmation } from './block-confirmation.tsx';
export { settingsQuery, useSettings } from './settings.api.ts';
export { PhotoDialog } from './profile-header.tsx';
export { ownProfile, profileQuery, useUpdateProfile } from './profile.api.ts';
export { connectionsLabel, postsLabel } from './members.texts.ts';
