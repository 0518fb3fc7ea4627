// The client of "yogi lsp" for Visual Studio Code. It starts the server, and shows the answers of the two
// commands that the server offers at functions: a verdict as text, a failing run as a page.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
let output;

function showAnswer(command, title, answer) {
  if (!answer) {
    return;
  }
  if (command === "yogi.showRun" && answer.html) {
    const panel = vscode.window.createWebviewPanel("yogi", title, vscode.ViewColumn.Beside, { enableScripts: true });
    panel.webview.html = answer.html;
    return;
  }
  output.appendLine(answer.text);
  output.show(true);
}

function newClient() {
  const settings = vscode.workspace.getConfiguration("yogi");
  const server = { command: settings.get("path"), args: ["lsp"] };
  return new LanguageClient("yogi", "yogi", { run: server, debug: server }, {
    documentSelector: [{ scheme: "file", language: "c" }, { scheme: "file", language: "boogie" }],
    outputChannel: output,
    initializationOptions: { flags: settings.get("flags") },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{compile_commands.json,yogi.toml}") },
    middleware: {
      executeCommand: async (command, args, next) => {
        const answer = await next(command, args);
        showAnswer(command, `${args[1]}: the run`, answer);
        return answer;
      },
    },
  });
}

async function restart() {
  if (client) {
    await client.stop();
  }
  client = newClient();
  await client.start();
}

async function activate(context) {
  output = vscode.window.createOutputChannel("yogi");
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("yogi.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("yogi")) {
        return restart();
      }
    }),
  );
  await restart();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
