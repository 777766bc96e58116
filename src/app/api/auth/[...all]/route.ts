import { handleAuth } from '../../../../auth/handle-auth.ts';
import { runtime } from '../../../../runtime/instance.ts';

export const dynamic = 'force-dynamic';

const answer = (request: Request): Promise<Response> => handleAuth(runtime().auth, request);

export { answer as GET, answer as POST };
