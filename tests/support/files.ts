import type { LightMyRequestResponse } from 'fastify'

/** A form with a file as browsers send it: its bytes, and the header that tells where its parts end. */
export async function fileForm(
  file: BlobPart,
  { name = 'rows.xlsx', fields = {} }: { readonly name?: string; readonly fields?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly payload: Buffer; readonly headers: { readonly 'content-type': string } }> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([file]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const headers = { 'content-type': String(request.headers.get('content-type')) }
  return { payload: Buffer.from(await request.arrayBuffer()), headers }
}

interface Sender {
  post(url: string, body: object, further: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>
}

/** Sends a file as somebody who is signed in. */
export async function postFile(sender: Sender, url: string, ...form: Parameters<typeof fileForm>): Promise<LightMyRequestResponse> {
  const { payload, headers } = await fileForm(...form)
  return sender.post(url, payload, headers)
}
