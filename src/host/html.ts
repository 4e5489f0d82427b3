import { randomBytes } from 'node:crypto';
import type { Uri, Webview } from 'vscode';
import * as vscode from 'vscode';

/** The page of the chat view: one script under a nonce, one style sheet, nothing from the network. */
export function chatHtml(webview: Webview, extensionUri: Uri): string {
  const nonce = randomBytes(16).toString('base64url');
  const asset = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name)).toString();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(vscode.env.language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${asset('main.css')}">
  <title>DocMind</title>
</head>
<body>
  <script nonce="${nonce}" src="${asset('main.js')}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[^\w-]/gu, '');
}
