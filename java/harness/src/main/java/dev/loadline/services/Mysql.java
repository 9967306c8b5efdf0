// MySQL or MariaDB: how it is asked, and how it is started with an empty database.
package dev.loadline.services;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

final class Mysql implements Kind {
  /** The user, the password and the database of those that we start, on loopback alone. */
  private static final String OURS = "loadline";

  /**
   * Each stack may hold 64 connections, and several stacks may run at once; a client that leaves in
   * the middle of its handshake, as many do when a service goes down, must not shut out its host.
   * Written to the disk once a second: what was committed outlives the program, and the disk's
   * delays are not measured.
   */
  private static final List<String> OPTIONS =
      List.of(
          "--skip-name-resolve",
          "--max-connections=500",
          "--max-connect-errors=1000000",
          "--innodb-flush-log-at-trx-commit=2");

  /** Run at the server's start, one statement a line. */
  private static final String SET_UP =
      """
      CREATE DATABASE IF NOT EXISTS %1$s;
      CREATE USER IF NOT EXISTS '%1$s'@'%%' IDENTIFIED BY '%1$s';
      GRANT ALL ON %1$s.* TO '%1$s'@'%%';
      """
          .formatted(OURS);

  @Override
  public Client connect(String url, int timeoutMillis) throws SQLException {
    ServiceUrl parts = ServiceUrl.of(url);
    Properties properties = new Properties();
    parts.user().ifPresent(user -> properties.put("user", user));
    parts.password().ifPresent(password -> properties.put("password", password));
    properties.put("connectTimeout", Integer.toString(timeoutMillis));
    properties.put("socketTimeout", Integer.toString(timeoutMillis));
    // MySQL 8 hands its public key to whoever asks, and needs to be asked.
    properties.put("allowPublicKeyRetrieval", "true");
    String jdbc = "jdbc:mariadb://%s:%d/%s".formatted(parts.host(), parts.port(), parts.path());
    return new MysqlClient(DriverManager.getConnection(jdbc, properties));
  }

  @Override
  public String url(String address) {
    return "mysql://%1$s:%1$s@%2$s/%1$s".formatted(OURS, address);
  }

  @Override
  public List<String> command(String program, Place place)
      throws IOException, InterruptedException {
    Path folder = place.folder();
    Path data = folder.resolve("data");
    Path setUp = Files.writeString(folder.resolve("set-up.sql"), SET_UP);
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    List<String> installation = new ArrayList<>(installation(program, data, place.runner()));
    installation.addAll(user());
    place.runner().run(installation);
    List<String> command = new ArrayList<>(List.of(program, "--no-defaults"));
    command.add("--datadir=" + data);
    command.add("--tmpdir=" + temporary);
    command.add("--socket=" + folder.resolve("socket"));
    command.add("--pid-file=" + folder.resolve("pid"));
    command.add("--bind-address=127.0.0.1");
    command.add("--port=" + place.port());
    command.add("--init-file=" + setUp);
    command.addAll(OPTIONS);
    command.addAll(user());
    return command;
  }

  /** MariaDB comes with a script that makes its system tables, MySQL makes them itself. */
  private static List<String> installation(String program, Path data, Runner runner)
      throws IOException, InterruptedException {
    boolean mariadb =
        runner.run(List.of(program, "--no-defaults", "--version")).contains("MariaDB");
    return mariadb
        ? List.of(
            "mariadb-install-db",
            "--no-defaults",
            "--datadir=" + data,
            "--auth-root-authentication-method=normal",
            "--skip-test-db")
        : List.of(program, "--no-defaults", "--initialize-insecure", "--datadir=" + data);
  }

  /** As root it starts only when it is told that this is meant. */
  private static List<String> user() {
    return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
  }

  @Override
  public Container container() {
    Map<String, String> environment =
        Map.of(
            "MARIADB_ROOT_PASSWORD", OURS,
            "MARIADB_DATABASE", OURS,
            "MARIADB_USER", OURS,
            "MARIADB_PASSWORD", OURS);
    return new Container(environment, OPTIONS);
  }

  private record MysqlClient(Connection connection) implements Client {
    @Override
    public String product() throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT VERSION()")) {
        row.next();
        String version = row.getString(1);
        String number = version.replaceFirst("-.*", "");
        return (version.contains("MariaDB") ? "MariaDB " : "MySQL ") + number;
      }
    }

    @Override
    public Counts counts() throws SQLException {
      String sql = "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', 'Com_insert')";
      Map<String, Long> status = new HashMap<>();
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(sql)) {
        while (row.next()) {
          status.put(row.getString(1), row.getLong(2));
        }
      }
      return new Counts(status.get("Com_select"), status.get("Com_insert"));
    }

    @Override
    public void close() throws IOException {
      try {
        connection.close();
      } catch (SQLException broken) {
        throw new IOException(broken);
      }
    }
  }
}
