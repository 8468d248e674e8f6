import { z } from 'zod';

/** As it was typed: one of the codes is compared exactly. */
export const accessCode = z.string().min(1, 'Please enter the access code').max(200);
