export type * from './members.schemas.ts';

export const roles = ['user', 'manager', 'admin'] as const;
