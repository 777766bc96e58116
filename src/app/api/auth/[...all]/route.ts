import { handleAuth } from '../../../../auth/handle-auth.ts';
import { runtime } from '../../../../runtime/instance.ts';

export const dynamic = 'force-dynamic';

function answer(request: Request): Promise<Response> {
  const { auth, engine } = runtime();
  return handleAuth({ auth, report: engine.report }, request);
}

export { answer as GET, answer as POST };
