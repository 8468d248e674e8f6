import { messageErrors } from '@commons/contract/messages';
import { errorsOf } from '../../platform/http/errors.ts';

export const messageError = errorsOf(messageErrors);
