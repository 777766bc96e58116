import { answerTrpc } from '../../../../trpc/handler.ts';

export const dynamic = 'force-dynamic';

export { answerTrpc as GET, answerTrpc as POST };
