import { runtime } from '../../../../runtime/instance.ts';

export const dynamic = 'force-dynamic';

const answer = (request: Request): Promise<Response> => runtime().auth.handler(request);

export { answer as GET, answer as POST };
