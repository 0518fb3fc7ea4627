// Package project finds out from a build which C files make a program and how each of them is read.
//
// What a build did is in a compilation database, compile_commands.json
// (https://clang.llvm.org/docs/JSONCompilationDatabase.html), which CMake, Meson and others write and which
// Capture makes of any build; what it linked is in link_commands.json beside it, which only Capture writes. A
// compiler's arguments are read as gcc reads them; a flag that changes what C means in a way that is not
// modelled is refused, so that no file is read as another program than the one that was built.
//
// Read Database.Units first (select.go), then arguments.go: what flags mean. capture.go and compiler.go make
// databases of builds, linked.go and linker.go say which files a program is of; task.go, starterkit.go and
// revision.go are about other places where programs are described.
package project
