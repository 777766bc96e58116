/** One mebibyte: the largest input that a procedure takes is a few kilobytes, and a body is read into memory whole. */
const MAX_BODY_BYTES = 1_048_576;

/** Refuses a body that says it is too large, before it is read (RFC 9110, 15.5.14). */
export function refuseOversizedBody(request: Request): Response | null {
  const bytes = Number(request.headers.get('content-length') ?? 0);
  if (bytes <= MAX_BODY_BYTES) return null;
  return Response.json(
    { error: `Refused: the body has ${bytes} bytes, at most ${MAX_BODY_BYTES} are taken. Nothing was run.` },
    { status: 413 },
  );
}
